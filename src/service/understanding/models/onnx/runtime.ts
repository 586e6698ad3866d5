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
