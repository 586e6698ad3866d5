import { answerInTurn, type Encoding } from '../../models/model-process/answer-in-turn.ts';
import { importFrom, replyToService, serveRequests } from '../../models/model-process/main.ts';
import type { OnnxModule } from '../../models/onnx/runtime.ts';
import { ONNX } from '../../models/onnx/runtime.ts';
import { loadEncoders } from './encoder.ts';
import type { PictureAsk, PictureModel } from './messages.ts';

/** Main program of the process of a picture encoder. Its argument: a PictureModel as JSON. */
const wanted = JSON.parse(process.argv[2] ?? '{}') as PictureModel;

const loading = importFrom(wanted.runtime, ONNX).then((onnx) => loadEncoders(onnx as OnnxModule, wanted));

const encoding: Encoding<PictureAsk> = {
  kind: 'pictures',
  count: (ask) => ('texts' in ask ? ask.texts : ask.pictures).length,
  async encode(ask, at) {
    const encoders = await loading;
    if ('texts' in ask) return encoders.encodeText(ask.texts[at] ?? '');
    return encoders.encodePicture(ask.pictures[at] ?? new Uint8Array());
  },
};
serveRequests(answerInTurn(encoding, replyToService));
// Each request is answered with why the model cannot be loaded.
loading.catch(() => undefined);
