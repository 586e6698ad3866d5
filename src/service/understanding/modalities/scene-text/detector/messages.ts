/** Start data of the detector's process: the files of its weights, and the letters that the reader knows, one in a line. */
export interface DetectorStart {
  readonly finder: string;
  readonly reader: string;
  readonly letters: string;
}

/** rgb24 without padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/**
 * `find`: lines in a picture whose sides are multiples of `SIDE_STEP`. `read`: the one line that fills a picture of
 * `STRIP_HEIGHT`.
 */
export interface DetectorAsk extends Picture {
  readonly task: 'find' | 'read';
}

export type DetectorAnswer = { readonly boxes: readonly TextBox[] } | { readonly letters: readonly Letter[] };

/** The network that finds lines halves a picture five times. */
export const SIDE_STEP = 32;

/** Height of the pictures that the reader was taught with, in pixels. */
export const STRIP_HEIGHT = 48;

/** A letter, or a space, of a line. */
export interface Letter {
  readonly text: string;
  /** 0 to 1. */
  readonly probability: number;
  /** Where its line shows it: 0 at the left end, 1 at the right end. */
  readonly along: number;
}

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
  /** From the picture's right to the box's, clockwise, in radians: -PI / 4 to PI / 4, or further for a line that runs so. */
  readonly angle: number;
  /** Mean probability of text inside, 0 to 1. */
  readonly score: number;
}
