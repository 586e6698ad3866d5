import * as tf from '@tensorflow/tfjs-core';
import { startWasm } from '../../start-wasm.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { loadEncoder } from './encoder.ts';
import type { EncoderRequest } from './messages.ts';

/** Main program of the encoder's process. Its arguments: the folder of the model, and that of TensorFlow.js's WebAssembly. */
const [model = '', wasm = ''] = process.argv.slice(2);

// Ctrl-C reaches the whole process group; the service decides what to do about it.
process.on('SIGINT', () => undefined);
// The service is gone, even if it was killed. Nobody waits for what is being computed.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const loading = startWasm(tf, wasm).then(() => loadEncoder(model));
const receive = answerInTurn(
  async (text) => (await loading).encode(text),
  (reply) => process.send?.(reply, undefined, undefined, () => undefined),
);
process.on('message', (request: EncoderRequest) => receive(request));
