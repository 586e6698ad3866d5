import { workerData } from 'node:worker_threads';
import * as tf from '@tensorflow/tfjs-core';
import { answerRequests } from '../answer-requests.ts';
import { startWasm } from '../start-wasm.ts';
import type { ObjectRequest, ObjectThreadData } from './messages.ts';
import { objectNetwork } from './network.ts';

const { model, wasm } = workerData as ObjectThreadData;
await startWasm(tf, wasm);
const network = await objectNetwork(model);
answerRequests<ObjectRequest, Float32Array>((picture) => network(picture));
