import { UnknownFormat } from './format.ts';

/** Reads SQLite's variable-length integers from bytes, one after the other. */
export class VarintReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next integer; exact up to 2^53. Seven bits a byte, highest first; the ninth byte has eight. */
  next(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let length = 2; length < 9; length += 1) {
      byte = this.bytes[this.at++] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return value * 256 + (this.bytes[this.at++] ?? 0);
  }
}

/** A segment of the full-text index: a sorted part that is never changed, except that a merge shortens its beginning. */
export interface Segment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Pages of its hash table of deleted documents. */
  readonly tombstonePages: number;
  readonly tombstones: number;
  /** Equal only for the same postings. */
  readonly key: string;
}

/** Marks the format of an index that can delete without the text (contentless_delete). */
const CAN_DELETE = [0xff, 0, 0, 1];
const COOKIE_BYTES = 4;

/**
 * Reads FTS5's structure record, as described in fts5_index.c: a cookie, a mark, then levels of segments.
 * @returns the segments, oldest first
 * @throws UnknownFormat for an index of another format
 */
export function segmentsOf(record: Uint8Array): Segment[] {
  const mark = record.subarray(COOKIE_BYTES, COOKIE_BYTES + CAN_DELETE.length);
  if (!CAN_DELETE.every((byte, at) => mark[at] === byte))
    throw new UnknownFormat('the structure record is another one');
  const reader = new VarintReader(record, COOKIE_BYTES + CAN_DELETE.length);
  const levels = reader.next();
  reader.next(); // Number of segments.
  reader.next(); // Number of writes.
  const found: Level[] = [];
  for (let level = 0; level < levels; level += 1) {
    const merging = reader.next();
    const count = reader.next();
    found.push({ merging, segments: Array.from({ length: count }, () => segmentFrom(reader)) });
  }
  return found.flatMap((level, at) => withMergeKeys(level, found[at + 1])).reverse();
}

/** Segments of like size, oldest first, and how many of the oldest are being merged into the newest of the next level. */
interface Level {
  readonly merging: number;
  readonly segments: readonly Segment[];
}

/** The segments of a level, newest first. What has been merged is no longer in the old ones, so their key changes with it. */
function withMergeKeys({ merging, segments }: Level, next: Level | undefined): Segment[] {
  const merged = next?.segments.at(-1);
  const keyed = segments.map((segment, at) =>
    at < merging ? { ...segment, key: `${segment.key} ${merged?.id} ${merged?.lastPage}` } : segment,
  );
  return keyed.reverse();
}

function segmentFrom(reader: VarintReader): Segment {
  const [id, firstPage, lastPage] = [reader.next(), reader.next(), reader.next()];
  const origins = [reader.next(), reader.next()];
  const [tombstonePages, tombstones, entries] = [reader.next(), reader.next(), reader.next()];
  const key = [id, firstPage, lastPage, ...origins, entries].join(' ');
  return { id, firstPage, lastPage, tombstonePages, tombstones, key };
}
