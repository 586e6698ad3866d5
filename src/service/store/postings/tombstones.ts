import { DocidSet } from './docid-set.ts';

const HEADER_BYTES = 8;

/**
 * Reads the docids that a segment still has although they were deleted: FTS5's hash tables. A page has the size of
 * its keys (4 or 8 bytes), whether docid 0 is in it, the number of keys, and slots; an empty slot is 0.
 */
export function tombstonesOf(pages: readonly Uint8Array[]): DocidSet {
  const deleted = new DocidSet();
  for (const page of pages) {
    const size = page[0] === 4 ? 4 : 8;
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    for (let at = HEADER_BYTES; at + size <= page.length; at += size) {
      const high = size === 8 ? view.getUint32(at) : 0;
      const docid = high * 2 ** 32 + view.getUint32(at + size - 4);
      if (docid > 0) deleted.add(docid);
    }
  }
  return deleted;
}
