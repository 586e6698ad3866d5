import * as tf from '@tensorflow/tfjs-core';
import { answerInTurn } from '../../model-process/answer-in-turn.ts';
import { replyToService, serveRequests } from '../../model-process/main.ts';
import { startWasm } from '../../start-wasm.ts';
import { type Encoder, loadEncoder } from './encoder.ts';
import { type EncoderAsk, encodingOf } from './messages.ts';

/**
 * Main program of the packaged encoder's process. Its arguments: the folder of the model, the file of its adapter, and the
 * folder of TensorFlow.js's WebAssembly.
 */
const [model = '', adapter = '', wasm = ''] = process.argv.slice(2);

/** The lines of requests that are not answered yet. */
const begun = new WeakMap<EncoderAsk, ReturnType<Encoder['read']>>();

function lineOf(encoder: Encoder, ask: EncoderAsk, at: number): Float32Array {
  const vectorAt = begun.get(ask) ?? encoder.read(ask.texts);
  begun.set(ask, vectorAt);
  return vectorAt(at);
}

const loading = startWasm(tf, wasm).then(() => loadEncoder(model, adapter));
serveRequests(
  answerInTurn(
    encodingOf(async (ask, at) => {
      const encoder = await loading;
      return ask.as === 'line' ? lineOf(encoder, ask, at) : encoder.encode(ask.texts[at] ?? '');
    }),
    replyToService,
  ),
);
