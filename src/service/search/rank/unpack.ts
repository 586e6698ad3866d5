import { COLUMN_BITS, DOCUMENTS_PER_PAGE, type PostingPage } from '../../store/postings/posting-list.ts';

const COLUMN_MASK = (1 << COLUMN_BITS) - 1;

/** The documents of the list unpacked last, less the first docid of their page. */
export const docids = new Uint16Array(DOCUMENTS_PER_PAGE);
/** How often each has the term: all columns together, each times its weight. */
export const frequencies = new Float32Array(DOCUMENTS_PER_PAGE);

/**
 * Unpacks a page of a posting list into `docids` and `frequencies`: one list at a time, without waiting in between.
 * @param weights of each column; documents with the term only in columns of weight 0 are left out
 * @returns the number of documents
 */
export function unpack(bytes: Uint8Array, { from, to }: PostingPage, weights: readonly number[]): number {
  const weightOf = Float64Array.from({ length: COLUMN_MASK + 1 }, (_, column) => weights[column] ?? 0);
  let count = 0;
  let docid = 0;
  let frequency = 0;
  for (let at = from; at < to; ) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance |= (byte & 0x7f) << shift;
    }
    byte = bytes[at++] ?? 0;
    let occurrences = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      occurrences |= (byte & 0x7f) << shift;
    }
    if (distance > 0) {
      docids[count] = docid;
      frequencies[count] = frequency;
      if (frequency > 0) count += 1;
      docid += distance;
      frequency = 0;
    }
    frequency += (occurrences >>> COLUMN_BITS) * (weightOf[occurrences & COLUMN_MASK] ?? 0);
  }
  docids[count] = docid;
  frequencies[count] = frequency;
  return frequency > 0 ? count + 1 : count;
}
