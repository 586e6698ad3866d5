import { readFile } from 'node:fs/promises';
import path from 'node:path';
import v8 from 'node:v8';
import { assetsPath } from '../../../../media/entry-path.ts';
import type { OnnxModule } from './runtime.ts';

/** The name of its WebAssembly in dist/assets/wasm. */
const WASM = 'ort-wasm-simd-threaded.wasm';

/**
 * The onnxruntime-web that is part of vau, on one thread: two threads take half as much processor time again for three
 * quarters of the time. Call it in a process or thread of its own, once: a run blocks it.
 */
export async function packagedOnnx(): Promise<OnnxModule> {
  // Each function that is being compiled takes memory: one at a time.
  v8.setFlagsFromString('--wasm-num-compilation-tasks=1');
  const onnx = await import('onnxruntime-web/wasm');
  onnx.env.wasm.numThreads = 1;
  onnx.env.wasm.wasmBinary = await readFile(path.join(assetsPath('wasm'), WASM));
  onnx.env.logLevel = 'error';
  return onnx as unknown as OnnxModule;
}
