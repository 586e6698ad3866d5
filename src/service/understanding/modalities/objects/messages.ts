/** Start data of the thread that recognises objects. */
export interface ObjectThreadData {
  /** Folder of the model: centernet.json, centernet.bin. */
  readonly model: string;
  /** Folder of the WebAssembly of TensorFlow.js. */
  readonly wasm: string;
}

/** A picture as the network takes it: rgb24 without padding, both sides a multiple of `SIDE_STEP`. */
export interface ObjectRequest {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The network halves a picture five times. */
export const SIDE_STEP = 32;
