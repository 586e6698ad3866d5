/** The bits of a place that say which entry of its block it is. */
export const BLOCK_BITS = 16;

/** Entries of a block, whose sign bits lie in columns: one bit of each entry for each dimension. */
export const BLOCK = 1 << BLOCK_BITS;

/** 32-bit words of a column of a block. */
export const COLUMN = BLOCK / 32;

/** Columns that a scan reads: those of the dimensions in which the query is largest. */
export const COLUMNS = 72;

/** The first of them count twice. */
export const DOUBLE = 36;

/** What an entry scores that agrees with the query in all columns. */
export const MOST_SCORE = DOUBLE + COLUMNS;

/** Bits of a score, and the carry above them. */
export const PLANES = 8;

/**
 * 32-bit words from one column to the next in the memory of a scan. A line of the cache longer than a column, so that the
 * same words of all columns do not fall into the same set of the processor's cache.
 */
export const STRIDE = COLUMN + 16;

/** Where the planes of the sums begin, in 32-bit words. */
export const SUMS = COLUMNS * STRIDE;

/** Where the masks begin that turn over the columns in which the query is negative: four words a column. */
export const FLIPS = SUMS + PLANES * STRIDE;

/** Where the bits of what is added to every score begin: four words a plane. */
export const ADDED = FLIPS + COLUMNS * 4;

/** All words of the memory of a scan. */
export const WORDS = ADDED + PLANES * 4;

/**
 * Adds up columns of bits: bit `n` of word `w` belongs to entry `32 w + n`. The eight planes after the columns get the binary
 * digits of each entry's score plus what is added to all of them.
 * @param from the first word of the columns, and `end` the one after the last: multiples of four
 */
export type Scan = (from: number, end: number) => void;

/** The memory of a scan, and the scan. */
export interface Scanner {
  readonly memory: Int32Array;
  readonly scan: Scan;
}
