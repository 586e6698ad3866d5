/**
 * Runs ONNX files by the onnxruntime-web that is part of vau: its module goes out, by which a model becomes a Session
 * that turns tensors into tensors. It blocks its thread, so it belongs in one of its own.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
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
 * How much of a function of WebAssembly runs before it is compiled again, for speed (V8's unit: about a byte of its code). By
 * V8's own figure, 1,800,000, two thousand functions are, most of them for a few milliseconds of work: on the models that
 * find and read text that takes 5 s and 80 MB more. Those that do the work reach this one in a second.
 */
const HOT = 1_000_000_000;

/**
 * The onnxruntime-web that is part of vau, on one thread: two threads take half as much processor time again for three
 * quarters of the time. Call it in a process or thread of its own, once: a run blocks it.
 */
export async function packagedOnnx(): Promise<OnnxModule> {
  // Each function that is being compiled takes memory: one at a time.
  v8.setFlagsFromString('--wasm-num-compilation-tasks=1');
  v8.setFlagsFromString(`--wasm-tiering-budget=${HOT}`);
  const onnx = await import('onnxruntime-web/wasm');
  onnx.env.wasm.numThreads = 1;
  onnx.env.wasm.wasmBinary = await readFile(path.join(assetsPath('wasm'), WASM));
  onnx.env.logLevel = 'error';
  return onnx as unknown as OnnxModule;
}

/**
 * Loads a model. The bytes of its file are given back at once: they are outside of the heap that the collector watches, and
 * stayed there for minutes.
 * @param provider `cpu` for onnxruntime-node
 * @throws Error of the file system or the runtime, if there is no such file or it is no model
 */
export async function openModel(
  { InferenceSession }: Pick<OnnxModule, 'InferenceSession'>,
  file: string,
  provider: 'wasm' | 'cpu' = 'wasm',
): Promise<Session> {
  const options = { executionProviders: [provider], ...(provider === 'cpu' && { intraOpNumThreads: 1 }) };
  const session = await InferenceSession.create(await readFile(file), options);
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
  return session;
}
