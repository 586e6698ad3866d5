import {
  COLUMN_BITS,
  DOCUMENTS_PER_PAGE,
  type PostingPage,
} from '../../../store/words/postings/posting-list.ts';

const COLUMN_MASK = (1 << COLUMN_BITS) - 1;

/** The documents of the list unpacked last, less the first docid of their page. */
export const docids = new Uint16Array(DOCUMENTS_PER_PAGE);
/** How often each has the term: all columns together, each times its weight. */
export const frequencies = new Float32Array(DOCUMENTS_PER_PAGE);

/** Occurrences with their column that fit in one byte. */
const SMALL = 128;

/** The weights of columns, prepared for unpacking. */
export interface Weights {
  readonly ofColumn: Float64Array;
  /** What each byte of occurrences and column counts: looking it up is faster than working it out. */
  readonly ofByte: Float64Array;
}

/** @param columns the weight of each column, by number; 0: not searched */
export function weightsFor(columns: readonly number[]): Weights {
  const ofColumn = Float64Array.from({ length: COLUMN_MASK + 1 }, (_, column) => columns[column] ?? 0);
  return { ofColumn, ofByte: Float64Array.from({ length: SMALL }, (_, byte) => weighed(byte, ofColumn)) };
}

function weighed(occurrences: number, ofColumn: Float64Array): number {
  return (occurrences >>> COLUMN_BITS) * (ofColumn[occurrences & COLUMN_MASK] ?? 0);
}

/**
 * Unpacks a page of a posting list into `docids` and `frequencies`: one list at a time, without waiting in between.
 * Documents with the term only in columns of weight 0 are left out.
 * @returns the number of documents
 */
export function unpack(bytes: Uint8Array, { from, to }: PostingPage, { ofColumn, ofByte }: Weights): number {
  let count = 0;
  let docid = 0;
  let frequency = 0;
  for (let at = from; at < to; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= SMALL; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    if (distance > 0) {
      docids[count] = docid;
      frequencies[count] = frequency;
      if (frequency > 0) count += 1;
      docid += distance;
      frequency = 0;
    }
    byte = bytes[at++] ?? 0;
    if (byte < SMALL) {
      frequency += ofByte[byte] ?? 0;
      continue;
    }
    let occurrences = byte & 0x7f;
    for (let shift = 7; byte >= SMALL; shift += 7) {
      byte = bytes[at++] ?? 0;
      occurrences |= (byte & 0x7f) << shift;
    }
    frequency += weighed(occurrences, ofColumn);
  }
  docids[count] = docid;
  frequencies[count] = frequency;
  return frequency > 0 ? count + 1 : count;
}
