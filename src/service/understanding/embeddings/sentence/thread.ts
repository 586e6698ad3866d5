import { workerData } from 'node:worker_threads';
import * as tf from '@tensorflow/tfjs-core';
import { answerRequests } from '../../answer-requests.ts';
import { startWasm } from '../../start-wasm.ts';
import { loadEncoder } from './encoder.ts';
import type { EncoderThreadData } from './messages.ts';

const { model, wasm } = workerData as EncoderThreadData;
await startWasm(tf, wasm);
const encoder = await loadEncoder(model);
answerRequests<readonly string[], Float32Array[]>((texts) => encoder.encode(texts));
