/** Start data of the encoder's thread. */
export interface EncoderThreadData {
  /** Folder of the model: model.fp16.safetensors, tokenizer.json. */
  readonly model: string;
  /** Folder of the WebAssembly of TensorFlow.js. */
  readonly wasm: string;
}
