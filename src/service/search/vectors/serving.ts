import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { VectorTables } from './tables.ts';
import { keepIndexes } from './vector-index.ts';

/** A condition for completed collection files, by which encoder made their vectors. */
type Condition = RawBuilder<SqlBool>;

/** A completed collection file that meets a condition on the encoder of its vectors. Each is a range of an index. */
export function encodedFile(db: Db, condition: Condition) {
  return db
    .selectFrom('collection_files')
    .select(['account_id', 'collection_id', 'file_id'])
    .where(condition)
    .where('status', '=', 'completed')
    .where(isKept('collection_files'))
    .limit(1)
    .executeTakeFirst();
}

/** Waits for its vectors. */
export function byNone({ madeBy }: VectorTables): Condition {
  return sql<SqlBool>`${sql.ref(madeBy)} is null`;
}

/** Made by another encoder than this one. */
export function byOthers({ madeBy }: VectorTables, model: string): Condition {
  const by = sql.ref(madeBy);
  return sql<SqlBool>`(${by} > '' and ${by} < ${model} or ${by} > ${model})`;
}

/** An encoder whose vectors are in the store. */
export interface StoredEncoder {
  readonly id: number;
  readonly model: string;
}

/** The encoders with vectors of a kind in the store, by the age of their oldest one. */
export async function storedEncoders(db: Db, { bits }: VectorTables): Promise<StoredEncoder[]> {
  const { rows } = await sql<StoredEncoder & { readonly oldest: number | null }>`
    select id, model, (select min(id) from ${sql.table(bits)} where encoder = encoders.id) as oldest
    from encoders`.execute(db);
  return rows
    .filter(({ oldest }) => oldest !== null)
    .sort((one, other) => (one.oldest ?? 0) - (other.oldest ?? 0));
}

/**
 * The encoders that searches go by while all vectors are made again with another one, best first: the one with the oldest
 * vectors has those of all files, because they are deleted only when the new ones are complete.
 * @param wanted the encoder whose vectors are being made
 * @returns none if its vectors are complete, or the store has no others that are
 */
export async function modelsBefore(db: Db, tables: VectorTables, wanted: string): Promise<string[]> {
  const stored = await storedEncoders(db, tables);
  keepIndexes(db, tables, stored);
  if (stored[0]?.model === wanted || !stored.some(({ model }) => model !== wanted)) return [];
  if (!(await encodedFile(db, byOthers(tables, wanted)))) return [];
  return [...new Set(stored.map(({ model }) => model))].filter((model) => model !== wanted);
}
