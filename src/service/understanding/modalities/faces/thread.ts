import { workerData } from 'node:worker_threads';
import { tf } from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import { answerRequests } from '../../models/one-recogniser.ts';
import { startWasm } from '../../models/start-wasm.ts';
import type { FaceAnswer, FaceRequest, FaceThreadData } from './messages.ts';
import { loadModels, recognise } from './recognise.ts';

const { assets, wasm } = workerData as FaceThreadData;
await startWasm(tf, wasm);
await loadModels(assets);
answerRequests<FaceRequest, FaceAnswer>(async (request) => {
  const faces = await recognise(request, request.sure);
  return { faces, tensors: tf.memory().numTensors };
});
