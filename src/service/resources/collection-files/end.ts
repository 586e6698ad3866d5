import { emit } from '../../events/outbox.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Trx } from '../../store/schema.ts';
import type { Ended } from '../common/ended.ts';
import type { CollectionFileRow } from '../common/lookup.ts';

/** Ends a membership's processing. */
export async function endCollectionFile(
  ctx: JobContext,
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
  await emit(
    trx,
    event,
    collectionFile.account_id,
    { ...collectionFileIds(collectionFile), ...ended },
    ctx.clock(),
  );
}

/** What events about a membership carry. */
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

/** Starts a membership's job. One that waits for its next look starts now, one that runs is run once more after its end. */
export async function startMember(
  ctx: JobContext,
  trx: Trx,
  collectionFile: CollectionFileRow,
): Promise<void> {
  const payload = { collection_id: collectionFile.collection_id, file_id: collectionFile.file_id };
  await ctx.queue.enqueue(trx, 'member.process', payload);
}
