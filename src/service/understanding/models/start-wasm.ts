import { access } from 'node:fs/promises';
import path from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import type * as tfjs from '@tensorflow/tfjs-core';

/**
 * Starts the WebAssembly backend of TensorFlow.js. Call it once in a thread, before loading a model.
 * @param folder where its .wasm files are; ENOENT if they are missing
 */
export async function startWasm(
  tf: Pick<typeof tfjs, 'setBackend' | 'ready'>,
  folder: string,
): Promise<void> {
  // Without this check the backend only reports that nothing could be initialised.
  await access(path.join(folder, 'tfjs-backend-wasm-simd.wasm'));
  setWasmPaths(`${folder}/`);
  await tf.setBackend('wasm');
  await tf.ready();
}
