import { access } from 'node:fs/promises';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { tf } from '@vladmandic/face-api/dist/face-api.node-wasm.js';
import type { FaceAnswer, FaceRequest, FaceThreadData } from './messages.ts';
import { loadModels, recognise } from './recognise.ts';

/** The face thread: processes one picture after another until it is terminated. */
async function main({ assets }: FaceThreadData): Promise<void> {
  // Without this check the recogniser only reports that nothing could be initialised.
  await access(path.join(assets, 'tfjs-backend-wasm-simd.wasm'));
  setWasmPaths(`${assets}/`);
  await tf.setBackend('wasm');
  await tf.ready();
  await loadModels(assets);
  let turn: Promise<void> = Promise.resolve();
  parentPort?.on('message', (request: FaceRequest) => {
    turn = turn.then(() => answer(request));
  });
  say({ type: 'ready' });
}

async function answer(request: FaceRequest): Promise<void> {
  const { id } = request;
  try {
    const faces = await recognise(request, request.sure);
    say({ type: 'found', id, faces, tensors: tf.memory().numTensors });
  } catch (error) {
    say({ type: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

function say(message: FaceAnswer): void {
  parentPort?.postMessage(message);
}

await main(workerData as FaceThreadData);
