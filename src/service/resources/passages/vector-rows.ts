import { sql } from 'kysely';
import { fromBytes, signBits } from '../../search/vectors/compact.ts';
import type { VectorTables } from '../../search/vectors/tables.ts';
import { perEngine } from '../../store/sql/engine.ts';
import { insertAll } from '../../store/sql/insert.ts';
import type { Trx } from '../../store/sql/schema.ts';

/** A collection file, as its passages and pictures name it. */
export interface CollectionFileKey {
  readonly account_id: string;
  readonly collection_id: string;
  readonly file_id: string;
}

/** Notes which encoder made the vectors of a collection file. @param model null: they are to be computed later */
export async function nameEncoder(
  trx: Trx,
  { madeBy }: VectorTables,
  key: CollectionFileKey,
  model: string | null,
): Promise<void> {
  await trx
    .updateTable('collection_files')
    .set({ [madeBy]: model })
    .where('collection_id', '=', key.collection_id)
    .where('file_id', '=', key.file_id)
    .execute();
}

/** The number of an encoder, and ids for its new vectors. @param encoder its name and the numbers of a vector */
export async function numbersFor(
  trx: Trx,
  tables: VectorTables,
  encoder: { readonly model: string; readonly dimension: number },
  count: number,
): Promise<{ readonly encoder: number; readonly ids: readonly number[] }> {
  const number = await encoderId(trx, encoder);
  const last = await lastId(trx, tables, count);
  return { encoder: number, ids: Array.from({ length: count }, (_, at) => last + 1 + at) };
}

/** Adds the sign bits of vectors of a collection file. @param vectors as stored: see compact.ts */
export async function insertBits(
  trx: Trx,
  { bits: table }: VectorTables,
  { collection_id }: CollectionFileKey,
  vectors: readonly { readonly id: number; readonly encoder: number; readonly vector: Uint8Array }[],
): Promise<void> {
  const { collection } = await trx
    .selectFrom('collections')
    .select(sql<number>`rowid`.as('collection'))
    .where('id', '=', collection_id)
    .executeTakeFirstOrThrow();
  const rows = vectors.map(({ id, encoder, vector }) => {
    return { id, encoder, collection, bits: Buffer.from(signBits(fromBytes(vector).numbers).buffer) };
  });
  await insertAll(trx, table, rows);
}

/** The largest id ever given: the transaction has the only right to give more. @param wanted number of ids to be used now */
async function lastId(trx: Trx, { items }: VectorTables, wanted: number): Promise<number> {
  const last = perEngine(
    sql<{ seq: number }>`select seq from sqlite_sequence where name = ${items}`,
    () => sql`select setval(name, nextval(name) + ${wanted}::bigint - 1) - ${wanted}::bigint as seq
      from index_held(), pg_get_serial_sequence(${items}, 'id') as name`,
  );
  return (await last.execute(trx)).rows[0]?.seq ?? 0;
}

async function encoderId(
  trx: Trx,
  { model, dimension }: { readonly model: string; readonly dimension: number },
): Promise<number> {
  const row = await trx
    .insertInto('encoders')
    .values({ model, dimension })
    .onConflict((clash) => clash.columns(['model', 'dimension']).doUpdateSet({ model }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
