import type { Json, Trx } from '../../store/sql/schema.ts';
import type { CollectionFileKey } from '../passages/vector-rows.ts';

/** Notes which model was asked for the chapters and titles of a collection file, or why it gave none. */
export async function noteOutline(
  trx: Trx,
  { collection_id, file_id }: Pick<CollectionFileKey, 'collection_id' | 'file_id'>,
  state: { readonly outlined_by?: Json | null; readonly outline_error?: string | null },
): Promise<void> {
  await trx
    .updateTable('collection_file_structures')
    .set(state)
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .execute();
}
