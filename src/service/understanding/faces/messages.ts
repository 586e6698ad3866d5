import type { Box } from '../lines.ts';

/** What the recogniser's thread starts with: the folder of its models and WebAssembly. */
export interface FaceThreadData {
  readonly assets: string;
}

/** A picture to look for faces in: rgb24, row by row, without padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface FaceRequest extends Picture {
  readonly id: number;
  /** There is a face for certain, or nearly so: look again, and be content with less. */
  readonly sure: boolean;
}

/** One face in a picture. */
export interface FoundFace {
  readonly box: Box;
  /** How sure the detector is, 0 to 1. */
  readonly score: number;
  /** 128 numbers; two of the same person are within `SAME_PERSON` of each other. */
  readonly descriptor: Float32Array;
  /** The face with some of its surroundings: CROP_SIZE pixels square, rgb24. */
  readonly crop: Uint8Array;
}

/** `tensors` is what the recogniser still holds after the picture; it must not grow. */
export type FaceAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'found'; readonly id: number; readonly faces: FoundFace[]; readonly tensors: number }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };
