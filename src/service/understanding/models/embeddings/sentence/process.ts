import * as tf from '@tensorflow/tfjs-core';
import { answerInTurn } from '../../model-process/answer-in-turn.ts';
import { replyToService, serveRequests } from '../../model-process/main.ts';
import { startWasm } from '../../start-wasm.ts';
import { type Encoder, loadEncoder } from './encoder.ts';
import { type EncoderAsk, encodingOf } from './messages.ts';

/**
 * Main program of the packaged encoder's process. Its arguments: the folder of the model, the files of its adapters, for
 * vectors and for reading lines with a question, and the folder of TensorFlow.js's WebAssembly.
 */
const [folder = '', adapter = '', reader = '', wasm = ''] = process.argv.slice(2);

/** The lines of requests that are not answered yet. */
const begun = new WeakMap<EncoderAsk, ReturnType<Encoder['read']>>();

function lineOf(encoder: Encoder, ask: EncoderAsk, at: number): Float32Array {
  const begin = () =>
    ask.question === undefined ? encoder.read(ask.texts) : encoder.readFor(ask.question, ask.texts);
  const numbersAt = begun.get(ask) ?? begin();
  begun.set(ask, numbersAt);
  return numbersAt(at);
}

const loading = startWasm(tf, wasm).then(() => loadEncoder({ folder, adapter, reader }));
serveRequests(
  answerInTurn(
    encodingOf(async (ask, at) => {
      const encoder = await loading;
      return ask.as === 'line' ? lineOf(encoder, ask, at) : encoder.encode(ask.texts[at] ?? '');
    }),
    replyToService,
  ),
);
