/** Start data of the encoder's thread. */
export interface EncoderThreadData {
  /** Folder of the model: model.json, its weights, vocab.json. */
  readonly model: string;
  /** Folder of the WebAssembly of TensorFlow.js. */
  readonly wasm: string;
}
