import { sql } from 'kysely';
import type { Db } from '../schema.ts';
import type { DocidSet } from './docid-set.ts';
import { readDoclist } from './doclist.ts';
import { bytesOf, firstLeaves, leavesAfter, readTombstonePages } from './leaves.ts';
import { ListCache } from './list-cache.ts';
import type { PostingList } from './posting-list.ts';
import { type Segment, segmentsOf } from './structure.ts';
import { tombstonesOf } from './tombstones.ts';

/** A part of a term's postings. Documents in `deleted` are no longer in it. */
export interface PostingPart {
  readonly list: PostingList;
  readonly deleted?: DocidSet | undefined;
}

/** Bytes of packed postings to keep in memory: those of some two hundred words that each are in 100,000 documents. */
const KEPT_BYTES = 48 * 1024 * 1024;
/** The row of FTS5's structure record. */
const STRUCTURE = 10;

/** What a process keeps of a store's index. Segments never change, so only new ones are read after a write. */
interface IndexMemory {
  readonly lists: ListCache;
  tombstones: ReadonlyMap<string, DocidSet>;
}

const memories = new WeakMap<object, IndexMemory>();

/**
 * Reads the postings of index terms: where they occur, in all columns and for all accounts.
 * @returns the parts of each term, by term; a document is in one part at most
 */
export async function readPostings(db: Db, terms: readonly string[]): Promise<Map<string, PostingPart[]>> {
  if (terms.length === 0) return new Map();
  const memory = memories.get(db) ?? { lists: new ListCache(KEPT_BYTES), tombstones: new Map() };
  memories.set(db, memory);
  return inSnapshot(db, async (snapshot) => {
    const segments = await readSegments(snapshot);
    memory.tombstones = await readTombstones(snapshot, memory, segments);
    const lists = await readLists(snapshot, memory.lists, segments, terms);
    return new Map(terms.map((term) => [term, partsOf(term, segments, lists, memory)]));
  });
}

/** Runs reads that see the store at one moment, while other processes write. */
function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (own) => {
    await sql`begin deferred`.execute(own);
    try {
      return await read(own);
    } finally {
      await sql`commit`.execute(own);
    }
  });
}

async function readSegments(db: Db): Promise<Segment[]> {
  const { rows } = await sql<{ block: Uint8Array }>`
    select block from document_terms_data where id = ${STRUCTURE}`.execute(db);
  return rows[0] ? segmentsOf(rows[0].block) : [];
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

/** The lists of the terms in each segment, by listKey. */
async function readLists(
  db: Db,
  cache: ListCache,
  segments: readonly Segment[],
  terms: readonly string[],
): Promise<Map<string, PostingList>> {
  const lists = new Map<string, PostingList>();
  const unknown = terms.flatMap((term) =>
    segments.flatMap((segment) => {
      const key = listKey(segment, term);
      const list = cache.get(key);
      if (list) lists.set(key, list);
      return list ? [] : [{ segment, term }];
    }),
  );
  for (const { segment, term, page, block } of await firstLeaves(db, unknown)) {
    const list = await readDoclist(block, bytesOf(term), leavesAfter(db, segment, page));
    lists.set(listKey(segment, term), list);
    cache.set(listKey(segment, term), list);
  }
  return lists;
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
