import { emit } from '../../events/outbox.ts';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { CollectionFileRow } from '../common/lookup.ts';
import type { Ended } from '../common/rows.ts';
import { applyCriteria } from '../moment-criteria/files.ts';

/** Ends the processing of a collection file. The criteria of its collection are applied to it. */
export async function endCollectionFile(
  ctx: Pick<EndContext, 'clock' | 'newId' | 'queue' | 'lifecycle'>,
  trx: Trx,
  collectionFile: CollectionFileRow,
  ended: Ended,
): Promise<void> {
  const searchable = ended.status === 'completed' ? 'completed' : 'failed';
  await trx
    .updateTable('collection_files')
    .set({
      ...ended,
      progress: null,
      ...(collectionFile.searchable_status === null ? {} : { searchable_status: searchable }),
    })
    .where('collection_id', '=', collectionFile.collection_id)
    .where('file_id', '=', collectionFile.file_id)
    .execute();
  const event = ended.status === 'failed' ? 'collection.file.job.failed' : 'collection.file.job.completed';
  await emit(trx, ctx, event, collectionFile.account_id, {
    ...collectionFileIds(collectionFile),
    ...ended,
  });
  await applyCriteria(ctx, trx, { ...collectionFile, ...ended });
}

/** The ids in events about a collection file. */
export function collectionFileIds(collectionFile: CollectionFileRow): {
  collection_id: string;
  file_id: string;
  object: string;
} {
  return {
    collection_id: collectionFile.collection_id,
    file_id: collectionFile.file_id,
    object: 'collection_file',
  };
}
