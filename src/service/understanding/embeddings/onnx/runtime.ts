/** The part of onnxruntime-web that is used. The package is no dependency: vau setup brings it. */
export interface OnnxModule {
  readonly env: { readonly wasm: { numThreads?: number }; logLevel?: 'error' };
  readonly InferenceSession: {
    create(file: Uint8Array, options: { readonly executionProviders: readonly ['wasm'] }): Promise<Session>;
  };
  readonly Tensor: {
    new (type: 'int64', numbers: BigInt64Array, shape: readonly number[]): object;
    new (type: 'float32', numbers: Float32Array, shape: readonly number[]): object;
  };
}

export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, object>>): Promise<Readonly<Record<string, Output>>>;
}

interface Output {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}
