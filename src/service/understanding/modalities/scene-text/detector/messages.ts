/** Start data of the detector's process: the file of its weights. */
export interface DetectorStart {
  readonly model: string;
}

/** A picture in the detector's size: rgb24 without padding, both sides a multiple of `SIDE_STEP`. */
export interface DetectorAsk {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** The network halves a picture five times. */
export const SIDE_STEP = 32;

/**
 * A rectangle around a line of text, in fractions of a pixel of the picture that was asked about. Its sides need not be parallel to
 * the picture's.
 */
export interface TextBox {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Its size along its own axes. */
  readonly width: number;
  readonly height: number;
  /** From the picture's right to the box's, clockwise, in radians: above -PI / 4, up to PI / 4. */
  readonly angle: number;
  /** Mean probability of text inside, 0 to 1. */
  readonly score: number;
}
