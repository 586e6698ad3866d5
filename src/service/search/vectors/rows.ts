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
 * Writes a collection file's passages in the caller's transaction; earlier ones must be deleted.
 * @param encoded null: they are to be computed later
 */
export async function writePassages(
  trx: Trx,
  key: CollectionFileKey,
  encoded: EncodedFile | null,
): Promise<void> {
  if (encoded) await insertPassages(trx, key, encoded);
  await trx
    .updateTable('collection_files')
    .set({ encoded_by: encoded?.model ?? null })
    .where('collection_id', '=', key.collection_id)
    .where('file_id', '=', key.file_id)
    .execute();
}

async function insertPassages(trx: Trx, key: CollectionFileKey, encoded: EncodedFile): Promise<void> {
  const encoder = encoded.passages.length > 0 ? await encoderId(trx, encoded) : 0;
  const rows = encoded.passages.map(({ modality, start, end, text, vector }) => ({
    ...key,
    ...{ modality, start_time: start, end_time: end, text, encoder, vector },
  }));
  await insertAll(trx, 'passages', rows);
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
