import { PASSAGES } from '../../search/vectors/tables.ts';
import { insertAll } from '../../store/sql/insert.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { EncodedFile } from './encode.ts';
import { type CollectionFileKey, insertBits, nameEncoder, numbersFor } from './vector-rows.ts';

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
  await nameEncoder(trx, PASSAGES, key, encoded?.model ?? null);
}

async function insertPassages(trx: Trx, key: CollectionFileKey, encoded: EncodedFile): Promise<void> {
  const { account_id, collection_id, file_id } = key;
  const { encoder, ids } = await numbersFor(trx, PASSAGES, encoded, encoded.passages.length);
  const rows = encoded.passages.map(({ modality, start, end, text, vector }, at) => {
    const own = { modality, start_time: start, end_time: end, text, encoder, vector };
    return { id: ids[at] ?? 0, account_id, collection_id, file_id, ...own };
  });
  await insertAll(trx, 'passages', rows);
  await insertBits(trx, PASSAGES, key, rows);
}
