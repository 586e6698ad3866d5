import type { Box } from '../lines.ts';

/** Start data of the recogniser thread. */
export interface FaceThreadData {
  /** Folder of its models. */
  readonly assets: string;
  /** Folder of the WebAssembly of TensorFlow.js. */
  readonly wasm: string;
}

/** A picture in which to find faces: rgb24, row by row, without padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface FaceRequest extends Picture {
  /** There is certainly or probably a face: run a second pass, and accept weaker detections. */
  readonly sure: boolean;
}

/** One face in a picture. */
export interface FoundFace {
  readonly box: Box;
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
  /** 128 numbers; two descriptors of the same person are within `SAME_PERSON` of each other. */
  readonly descriptor: Float32Array;
  /** The face with a margin: CROP_SIZE pixels square, rgb24. */
  readonly crop: Uint8Array;
}

export interface FaceAnswer {
  readonly faces: FoundFace[];
  /** Tensors that the recogniser still holds after the picture; the number must not grow. */
  readonly tensors: number;
}
