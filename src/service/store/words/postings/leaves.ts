import { sql } from 'kysely';
import type { Db } from '../../sql/schema.ts';
import type { IndexContext } from './format.ts';
import type { Segment } from './structure.ts';

/** A term to look for in a segment. */
export interface TermInSegment {
  readonly segment: Segment;
  readonly term: string;
}

/** With the leaf on which the term begins if the segment has it. */
export interface FirstLeaf extends TermInSegment {
  readonly page: number;
  /** Undefined: the segment has no such leaf. */
  readonly block: Uint8Array | undefined;
}

/** FTS5 numbers the pages of a segment from the segment's id times 2 to the power of this. */
const SEGMENT_BITS = 37;
/** The pages with deleted documents have the number of a segment so much later. */
const TOMBSTONE_SEGMENTS = 65_536;
/** Leaves of 4 kB read at a time. */
const LEAVES = 64;
/** Leaves to read before other requests get a turn: some 10 ms. */
const LEAVES_PER_TURN = 256;

/** The bytes of a term in the index: they begin with the number of the index, and the main one is `0`. */
export function bytesOf(term: string): Uint8Array {
  return new TextEncoder().encode(`0${term}`);
}

/** The first leaves of many terms, in two statements: a statement for each would take longer than the search. */
export async function firstLeaves(db: Db, wanted: readonly TermInSegment[]): Promise<FirstLeaf[]> {
  if (wanted.length === 0) return [];
  const asked = JSON.stringify(
    wanted.map(({ segment, term }) => [segment.id, `0${term}`, segment.firstPage]),
  );
  const { rows: pages } = await sql<{ page: number }>`
    select coalesce((select max(pgno >> 1, value->>2) from document_terms_idx
      where segid = value->>0 and term <= cast(value->>1 as blob) order by term desc limit 1), value->>2) as page
    from json_each(${asked}) order by key`.execute(db);
  const places = wanted.map(({ segment }, at) => [segment.id, pages[at]?.page ?? 0] as const);
  const blocks = await readBlocks(db, places);
  return wanted.map((one, at) => {
    const [id = 0, page = 0] = places[at] ?? [];
    return { ...one, page, block: blocks.get(`${id} ${page}`) };
  });
}

async function readBlocks(
  db: Db,
  places: readonly (readonly [number, number])[],
): Promise<Map<string, Uint8Array>> {
  const keys = [...new Map(places.map((place) => [place.join(' '), place])).values()];
  const { rows } = await sql<{ key: string; block: Uint8Array }>`
    select (p.value->>0) || ' ' || (p.value->>1) as key, d.block
    from json_each(${JSON.stringify(keys)}) p cross join document_terms_data d
    on d.id = ((p.value->>0) << ${SEGMENT_BITS}) + (p.value->>1)`.execute(db);
  return new Map(rows.map(({ key, block }) => [key, block]));
}

/** Reads the leaves of a segment after one of them, one after the other; other requests run now and then. */
export function leavesAfter(
  { db, yieldTurn }: Pick<IndexContext, 'db' | 'yieldTurn'>,
  { id, lastPage }: Segment,
  page: number,
): () => Promise<Uint8Array | undefined> {
  let waiting: Uint8Array[] = [];
  let last = page;
  let count = 4;
  let turned = page;
  return async () => {
    if (waiting.length === 0 && last < lastPage) {
      const to = Math.min(last + count, lastPage);
      const { rows } = await sql<{ block: Uint8Array }>`
        select block from document_terms_data
        where id between (${id} << ${SEGMENT_BITS}) + ${last + 1} and (${id} << ${SEGMENT_BITS}) + ${to}
        order by id`.execute(db);
      waiting = rows.map(({ block }) => block).reverse();
      last = to;
      count = LEAVES;
      if (last - turned >= LEAVES_PER_TURN) {
        turned = last;
        await yieldTurn();
      }
    }
    return waiting.pop();
  };
}

/** The leaves of segments on which the terms begin that start with some text. */
export async function leavesOf(
  db: Db,
  segments: readonly Segment[],
  beginning: string,
): Promise<{ readonly segment: Segment; readonly page: number }[]> {
  const [from, to] = [`0${beginning}`, `0${beginning}\u{10ffff}`];
  const ids = JSON.stringify(segments.map(({ id }) => id));
  const { rows } = await sql<{ id: number; page: number }>`
    select s.value as id, pgno >> 1 as page from json_each(${ids}) s cross join document_terms_idx i
    on i.segid = s.value and i.term < cast(${to} as blob) and i.term >= coalesce(
      (select max(term) from document_terms_idx where segid = s.value and term <= cast(${from} as blob)), '')`.execute(
    db,
  );
  const found = segments.map((segment) => ({ segment, pages: new Set([segment.firstPage]) }));
  const byId = new Map(found.map((one) => [one.segment.id, one]));
  for (const { id, page } of rows) {
    const one = byId.get(id);
    if (one && page >= one.segment.firstPage && page <= one.segment.lastPage) one.pages.add(page);
  }
  return found.flatMap(({ segment, pages }) => Array.from(pages, (page) => ({ segment, page })));
}

/** Reads leaves; the key is the id of the segment and the page. */
export function readLeaves(
  db: Db,
  leaves: readonly { readonly segment: Segment; readonly page: number }[],
): Promise<Map<string, Uint8Array>> {
  return readBlocks(
    db,
    leaves.map(({ segment, page }) => [segment.id, page] as const),
  );
}

/** The pages with a segment's deleted documents. */
export async function readTombstonePages(db: Db, { id, tombstonePages }: Segment): Promise<Uint8Array[]> {
  const first = sql`(${TOMBSTONE_SEGMENTS + id} << ${SEGMENT_BITS})`;
  const { rows } = await sql<{ block: Uint8Array }>`
    select block from document_terms_data
    where id >= ${first} and id < ${first} + ${tombstonePages}`.execute(db);
  return rows.map(({ block }) => block);
}
