/**
 * Runs ONNX files by the onnxruntime-web that is part of vau: its module goes out, by which a model becomes a Session
 * that turns tensors into tensors. It blocks its thread, so it belongs in one of its own.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import v8 from 'node:v8';
import { assetsPath } from '../../../../media/entry-path.ts';

/** The package that runs ONNX files, in WebAssembly. vau brings its own; `vau setup` brings one for some models. */
export const ONNX = 'onnxruntime-web';

/** The part of onnxruntime-web that is used; onnxruntime-node has the same, without `env.wasm`. */
export interface OnnxModule {
  readonly env: { readonly wasm: { numThreads?: number }; logLevel?: 'error' };
  readonly InferenceSession: {
    create(
      file: Uint8Array,
      options: {
        readonly executionProviders: readonly ('wasm' | 'cpu')[];
        readonly graphOptimizationLevel?: 'basic' | 'all';
        readonly intraOpNumThreads?: number;
      },
    ): Promise<Session>;
  };
  readonly Tensor: {
    new (type: 'int64', numbers: BigInt64Array, shape: readonly number[]): Tensor;
    new (type: 'float32', numbers: Float32Array, shape: readonly number[]): Tensor;
    new (type: 'bool', values: readonly boolean[], shape: readonly number[]): Tensor;
  };
}

/** A model that is loaded. Its runs must not overlap. */
export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** @param wanted names of the outputs; default all */
  run(
    inputs: Readonly<Record<string, Tensor>>,
    wanted?: readonly string[],
  ): Promise<Readonly<Record<string, Tensor>>>;
}

/** Numbers in a shape. What a session makes can be its input again. */
export interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}

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
