import * as tf from '@tensorflow/tfjs-core';
import { replyToService, serveRequests } from '../../model-process/main.ts';
import { startWasm } from '../../start-wasm.ts';
import { answerInTurn } from './answer-in-turn.ts';
import { loadEncoder } from './encoder.ts';

/** Main program of the packaged encoder's process. Its arguments: the folder of the model, and that of TensorFlow.js's WebAssembly. */
const [model = '', wasm = ''] = process.argv.slice(2);

const loading = startWasm(tf, wasm).then(() => loadEncoder(model));
serveRequests(answerInTurn(async (text) => (await loading).encode(text), replyToService));
