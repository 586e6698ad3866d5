/** The lightness of a picture: a byte a pixel, row by row, 0 black to 255 white. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * A Huffman table, indexed by the next 16 bits of the stream: the symbol in the low byte, the length of its code in
 * bits above it; 0 where no code begins like that.
 */
export type Huffman = Uint16Array;

/** One of the colour components of a JPEG picture (ITU-T T.81, B.2.2). */
export interface Component {
  readonly id: number;
  /** Blocks across and down in each unit of the scan, 1 to 4. */
  readonly across: number;
  readonly down: number;
  /** Quantisation steps in the order of rows. */
  readonly steps: Uint16Array;
  readonly dc: Huffman;
  readonly ac: Huffman;
}

/** What the header of a JPEG says, and the entropy-coded bytes that follow it. */
export interface JpegScan {
  readonly width: number;
  readonly height: number;
  /** The first is lightness. */
  readonly components: readonly Component[];
  /** Units between restart marks; 0 for none. */
  readonly restart: number;
  readonly coded: Buffer;
}
