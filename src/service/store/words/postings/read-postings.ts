/**
 * Postings: for terms, the documents that have them, how often and in which columns. On SQLite they are read from the pages of
 * FTS5's index (structure.ts, leaves.ts, doclist.ts), on a server from ours; what was read is kept in memory up to a bound.
 */
import { engineOf } from '../../sql/engine.ts';
import type { Db } from '../../sql/schema.ts';
import type { PostingPart } from './docid-set.ts';
import { DocidSet } from './docid-set.ts';
import { readDoclist } from './doclist.ts';
import { checkVersion, type IndexContext } from './format.ts';
import { bytesOf, firstLeaves, leavesAfter, readTombstonePages, type TermInSegment } from './leaves.ts';
import { ListCache } from './list-cache.ts';
import { NO_POSTINGS, type PostingList } from './posting-list.ts';
import { readServerPostings } from './server/server-index.ts';
import { inSnapshot } from './snapshot.ts';
import type { Segment } from './structure.ts';

const HEADER_BYTES = 8;

/**
 * Reads the docids that a segment still has although they were deleted: FTS5's hash tables. A page has the size of
 * its keys (4 or 8 bytes), whether docid 0 is in it, the number of keys, and slots; an empty slot is 0.
 */
function tombstonesOf(pages: readonly Uint8Array[]): DocidSet {
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

export type { PostingPart };

/** Whether the postings of two terms are the same, in the same parts. */
export function haveSamePostings(one: readonly PostingPart[], other: readonly PostingPart[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ list, deleted }, at) => {
    const part = other[at];
    return part !== undefined && part.deleted === deleted && isSame(part.list.bytes, list.bytes);
  });
}

/** Lists are some 100 kB, and most are the same: four bytes are compared at a time. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  for (let at = 0; at < words.length; at += 1) if (words[at] !== others[at]) return false;
  for (let at = 4 * words.length; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Lists have buffers of their own, so that they begin at a multiple of four. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length >>> 2);
}

/** Bytes of packed postings to keep in memory: those of some two hundred words that each are in 100,000 documents. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** Bytes of packed postings to read before other requests get a turn: some 10 ms. */
const BYTES_PER_TURN = 256 * 1024;

/** What a process keeps of a store's index. Segments never change, so only new ones are read after a write. */
interface IndexMemory {
  readonly lists: ListCache;
  tombstones: ReadonlyMap<string, DocidSet>;
}

const memories = new WeakMap<Db, IndexMemory>();

function memoryOf(db: Db): IndexMemory {
  const memory = memories.get(db) ?? { lists: new ListCache(KEPT_BYTES), tombstones: new Map() };
  memories.set(db, memory);
  return memory;
}

/**
 * Reads the postings of index terms: where they occur, in all columns and for all accounts. New lists are read a few at
 * a time, and other requests run in between. What a write changes meanwhile is read again.
 * @returns the parts of each term, by term; a document is in one part at most
 * @throws UnknownFormat
 */
export async function readPostings(
  { db, yieldTurn }: Pick<IndexContext, 'db' | 'yieldTurn'>,
  terms: readonly string[],
): Promise<Map<string, PostingPart[]>> {
  if (terms.length === 0) return new Map();
  if (engineOf(db) === 'postgres') return readServerPostings(db, terms);
  await checkVersion(db);
  const memory = memoryOf(db);
  const lists = new Map<string, PostingList>();
  for (;;) {
    const found = await inSnapshot(db, async (snapshot, segments) => {
      const missing = missingIn(lists, memory.lists, segments, terms);
      await readLists({ db: snapshot, yieldTurn }, memory.lists, lists, missing);
      if (missingIn(lists, memory.lists, segments, terms).length > 0) return undefined;
      memory.tombstones = await readTombstones(snapshot, memory, segments);
      return new Map(terms.map((term) => [term, partsOf(term, segments, lists, memory)]));
    });
    if (found) return found;
    await yieldTurn();
  }
}

/** The deleted documents of each segment that has some. They are the only part of a segment that changes. */
async function readTombstones(
  db: Db,
  memory: IndexMemory,
  segments: readonly Segment[],
): Promise<Map<string, DocidSet>> {
  const deleted = new Map<string, DocidSet>();
  for (const segment of segments.filter(({ tombstonePages }) => tombstonePages > 0)) {
    const key = tombstoneKey(segment);
    deleted.set(key, memory.tombstones.get(key) ?? tombstonesOf(await readTombstonePages(db, segment)));
  }
  return deleted;
}

const tombstoneKey = ({ key, tombstonePages, tombstones }: Segment) =>
  `${key} ${tombstonePages} ${tombstones}`;

const listKey = ({ key }: Segment, term: string) => `${key} ${term}`;

/** The lists that are not known yet. Those in the cache are added to `lists`, so that they stay until the end. */
function missingIn(
  lists: Map<string, PostingList>,
  cache: ListCache,
  segments: readonly Segment[],
  terms: readonly string[],
): TermInSegment[] {
  return terms.flatMap((term) =>
    segments.flatMap((segment) => {
      const key = listKey(segment, term);
      const list = lists.get(key) ?? cache.get(key);
      if (list) lists.set(key, list);
      return list ? [] : [{ segment, term }];
    }),
  );
}

/** Reads lists until they are some 10 ms of work; the rest comes in the next turn. */
async function readLists(
  ctx: Pick<IndexContext, 'db' | 'yieldTurn'>,
  cache: ListCache,
  lists: Map<string, PostingList>,
  missing: readonly TermInSegment[],
): Promise<void> {
  let bytes = 0;
  const keep = (one: TermInSegment, list: PostingList) => {
    lists.set(listKey(one.segment, one.term), list);
    cache.set(listKey(one.segment, one.term), list, list.bytes.length);
  };
  const first = await firstLeaves(ctx.db, missing);
  for (const { segment, term, page, block } of first) {
    if (bytes > BYTES_PER_TURN) return;
    const list = block
      ? await readDoclist(block, bytesOf(term), leavesAfter(ctx, segment, page))
      : NO_POSTINGS;
    bytes += list.bytes.length;
    keep({ segment, term }, list);
  }
}

function partsOf(
  term: string,
  segments: readonly Segment[],
  lists: ReadonlyMap<string, PostingList>,
  { tombstones }: IndexMemory,
): PostingPart[] {
  return segments.flatMap((segment) => {
    const list = lists.get(listKey(segment, term));
    if (!list || list.documents === 0) return [];
    return [{ list, deleted: tombstones.get(tombstoneKey(segment)) }];
  });
}
