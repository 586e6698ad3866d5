import { answerInTurn } from '../../model-process/answer-in-turn.ts';
import { importFrom, replyToService, serveRequests } from '../../model-process/main.ts';
import type { OnnxModule } from '../../onnx/runtime.ts';
import { ONNX } from '../../onnx/runtime.ts';
import { encodingOf } from '../sentence/messages.ts';
import { loadEncoder } from './encoder.ts';
import type { OnnxEncoder } from './provider.ts';

/** Main program of the process of an ONNX encoder. Its argument: an OnnxEncoder as JSON. */
const wanted = JSON.parse(process.argv[2] ?? '{}') as OnnxEncoder;

const loading = importFrom(wanted.runtime, ONNX).then((onnx) => loadEncoder(onnx as OnnxModule, wanted));
serveRequests(
  answerInTurn(
    encodingOf(async ({ texts, as }, at) => (await loading).encode(texts[at] ?? '', as)),
    replyToService,
  ),
);
// Each request is answered with why the model cannot be loaded.
loading.catch(() => undefined);
