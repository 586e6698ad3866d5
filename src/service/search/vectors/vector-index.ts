import { sql } from 'kysely';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { SearchContext } from '../context.ts';
import { BitIndex } from './bit-index.ts';
import type { VectorTables } from './tables.ts';

/** Rows to read before other requests get a turn: some 5 ms. */
const PAGE = 5_000;

/** The sign bits of one encoder's vectors in memory, brought up to date from the store by each search. */
export interface VectorIndex {
  readonly bits: BitIndex;
  /** Resolves when all committed vectors are in it. */
  update(ctx: SearchContext): Promise<void>;
}

const indexes: Readonly<Record<VectorTables['bits'], WeakMap<Db, Map<number, VectorIndex>>>> = {
  passage_bits: new WeakMap(),
  picture_bits: new WeakMap(),
};

/** The index of an encoder's vectors in this process. */
export function vectorIndex(
  db: Db,
  { bits }: VectorTables,
  encoder: { id: number; dimension: number },
): VectorIndex {
  const known = indexes[bits].get(db) ?? new Map<number, VectorIndex>();
  indexes[bits].set(db, known);
  const index = known.get(encoder.id) ?? makeIndex(bits, encoder.id, new BitIndex(encoder.dimension));
  known.set(encoder.id, index);
  return index;
}

/** Gives back the memory of indexes whose encoders have no vectors any more. */
export function keepIndexes(
  db: Db,
  { bits }: VectorTables,
  stored: readonly { readonly id: number }[],
): void {
  const known = indexes[bits].get(db);
  for (const id of known?.keys() ?? []) if (!stored.some((one) => one.id === id)) known?.delete(id);
}

function makeIndex(table: VectorTables['bits'], encoder: number, bits: BitIndex): VectorIndex {
  let updating: Promise<void> = Promise.resolve();
  return {
    bits,
    update(ctx) {
      updating = updating.catch(() => undefined).then(() => readNew(ctx, table, encoder, bits));
      return updating;
    },
  };
}

async function readNew(
  { db, yieldTurn }: SearchContext,
  table: VectorTables['bits'],
  encoder: number,
  bits: BitIndex,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'collection', 'bits'])
      .where('encoder', '=', encoder)
      .where('id', '>', bits.lastId)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows) bits.add(row.id, row.collection, wordsOf(row.bits));
    if (rows.length < PAGE) return;
    await yieldTurn();
  }
}

/** Times that a search asks again because rows are gone: each makes room for at least one, and mostly for a whole shortlist. */
const MOST_TRIES = 20;

/**
 * The rows nearest to a query by sign bits. Entries whose rows were deleted are taken out of the index as they are met, so
 * that they keep no place from others.
 * @param asked `isPart`: rows may also be missing because they are in other files, which says nothing about an entry
 * @param read the rows that are there, of some ids
 */
export async function nearestRows<Row extends { readonly id: number }>(
  ctx: SearchContext,
  { bits }: VectorIndex,
  asked: { vector: Float32Array; groups: ReadonlySet<number>; most: number; isPart: boolean },
  read: (ids: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> {
  for (let tries = 1; ; tries += 1) {
    const ids = await bits.nearest(asked.vector, asked.most, asked.groups, ctx.yieldTurn);
    const rows = await read(ids);
    if (asked.isPart || rows.length === ids.length || tries === MOST_TRIES) return rows;
    const found = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!found.has(id)) bits.remove(id);
  }
}

/** Bytes as 32-bit numbers. A stored blob may begin at any place of a buffer. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}

/** The encoder's row; undefined before its first vector. */
export async function encoderRow(db: Db, model: string, dimension: number) {
  return db
    .selectFrom('encoders')
    .select(['id', 'dimension', 'scale'])
    .where('model', '=', model)
    .where('dimension', '=', dimension)
    .executeTakeFirst();
}

/** The rowids of an account's collections, or of some of them. */
export async function collectionNumbers(
  db: Db,
  accountId: string,
  collections: readonly string[] | undefined,
): Promise<Set<number>> {
  const given = collections === undefined ? sql`` : sql`and id in ${listOf(collections)}`;
  const { rows } = await sql<{ rowid: number }>`
    select rowid from collections where account_id = ${accountId} ${given}`.execute(db);
  return new Set(rows.map(({ rowid }) => rowid));
}
