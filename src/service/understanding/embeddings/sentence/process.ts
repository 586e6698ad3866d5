import * as tf from '@tensorflow/tfjs-core';
import { answerInTurn } from '../../model-process/answer-in-turn.ts';
import { replyToService, serveRequests } from '../../model-process/main.ts';
import { startWasm } from '../../start-wasm.ts';
import { loadEncoder } from './encoder.ts';
import { encodingOf } from './messages.ts';

/** Main program of the packaged encoder's process. Its arguments: the folder of the model, and that of TensorFlow.js's WebAssembly. */
const [model = '', wasm = ''] = process.argv.slice(2);

const loading = startWasm(tf, wasm).then(() => loadEncoder(model));
serveRequests(
  answerInTurn(
    encodingOf(async (text) => (await loading).encode(text)),
    replyToService,
  ),
);
