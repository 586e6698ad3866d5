import { sql } from 'kysely';
import { fromBytes, signBits } from '../../search/vectors/compact.ts';
import { perEngine } from '../../store/engine.ts';
import { insertAll } from '../../store/insert.ts';
import type { Trx } from '../../store/schema.ts';
import type { EncodedFile } from './encode.ts';

/** A collection file, as its passages name it. */
export interface CollectionFileKey {
  readonly account_id: string;
  readonly collection_id: string;
  readonly file_id: string;
}

/**
 * Writes a collection file's passages in the caller's transaction; earlier ones of this encoder must be deleted.
 * @param encoded null: they are to be computed later
 */
export async function writePassages(
  trx: Trx,
  key: CollectionFileKey,
  encoded: EncodedFile | null,
): Promise<void> {
  if (encoded && encoded.passages.length > 0) await insertPassages(trx, key, encoded);
  await nameEncoder(trx, key, encoded?.model ?? null);
}

/** Notes which encoder made the vectors of a collection file. @param model null: they are to be computed later */
export async function nameEncoder(trx: Trx, key: CollectionFileKey, model: string | null): Promise<void> {
  await trx
    .updateTable('collection_files')
    .set({ encoded_by: model })
    .where('collection_id', '=', key.collection_id)
    .where('file_id', '=', key.file_id)
    .execute();
}

async function insertPassages(trx: Trx, key: CollectionFileKey, encoded: EncodedFile): Promise<void> {
  const encoder = await encoderId(trx, encoded);
  const { collection } = await trx
    .selectFrom('collections')
    .select(sql<number>`rowid`.as('collection'))
    .where('id', '=', key.collection_id)
    .executeTakeFirstOrThrow();
  let id = await lastPassage(trx, encoded.passages.length);
  const rows = encoded.passages.map(({ modality, start, end, text, vector }) => {
    id += 1;
    const bits = Buffer.from(signBits(fromBytes(vector).numbers).buffer);
    const { account_id, collection_id, file_id } = key;
    const own = { modality, start_time: start, end_time: end, text, encoder, vector };
    return {
      passage: { id, account_id, collection_id, file_id, ...own },
      bits: { id, encoder, collection, bits },
    };
  });
  await insertAll(
    trx,
    'passages',
    rows.map(({ passage }) => passage),
  );
  await insertAll(
    trx,
    'passage_bits',
    rows.map(({ bits }) => bits),
  );
}

/** The largest id ever given: the transaction holds the only right to write. @param wanted number of ids to be used now */
async function lastPassage(trx: Trx, wanted: number): Promise<number> {
  const last = perEngine(
    sql<{ seq: number }>`select seq from sqlite_sequence where name = 'passages'`,
    () => sql`select setval(name, nextval(name) + ${wanted}::bigint - 1) - ${wanted}::bigint as seq
      from pg_get_serial_sequence('passages', 'id') as name`,
  );
  return (await last.execute(trx)).rows[0]?.seq ?? 0;
}

async function encoderId(trx: Trx, { model, dimension }: EncodedFile): Promise<number> {
  const row = await trx
    .insertInto('encoders')
    .values({ model, dimension })
    .onConflict((clash) => clash.columns(['model', 'dimension']).doUpdateSet({ model }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
