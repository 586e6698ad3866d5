import type { Collection } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { CollectionFileRow, CollectionRow } from '../common/lookup.ts';
import type { Ended } from '../common/rows.ts';
import { applyCriteria } from '../moment-criteria/files.ts';
import { hearAgain } from './hear-again.ts';

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

/** A file's metadata changed: re-reads it in the collections that use it (metadata, and entities in metadata mode). */
async function reindexMetadata(ctx: EndContext, trx: Trx, fileId: string): Promise<void> {
  const collectionFiles = await trx
    .selectFrom('collection_files as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['m.collection_id', 'c.collection_type', 'c.config'])
    .where('m.file_id', '=', fileId)
    .where('c.collection_type', 'in', ['metadata', 'entities'])
    .where('m.status', 'in', ['completed', 'not_applicable'])
    .execute();
  for (const { collection_id } of collectionFiles.filter(readsMetadata)) {
    await trx
      .updateTable('collection_files')
      .set({ status: 'pending', searchable_status: 'pending' })
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', fileId)
      .execute();
    await ctx.lifecycle.start(trx, 'collection-file.process', { collection_id, file_id: fileId });
  }
}

function readsMetadata({
  collection_type: type,
  config,
}: Pick<CollectionRow, 'collection_type' | 'config'>): boolean {
  const { extract_config } = fromJson<Pick<Collection, 'extract_config'>>(config) ?? {};
  return type === 'metadata' || extract_config?.enable_metadata_mode === true;
}

/** A collection file waits for its file, its segmentation, and in a face-analysis collection for its face detection. */
export const collectionFileLifecycle = declareLifecycle('collection-file.process', {
  table: 'collection_files',
  key: { collection_id: 'collection_id', file_id: 'file_id' },
  waitsFor: {
    'file.process': 'file_id',
    'segmentation.process': 'segmentation_id',
    'face-detect.run': 'face_detection_id',
  },
  // The failed detection may date from before the file was added again; the job then makes a new one.
  survives: ['face-detect.run'],
  file: 'file_id',
  work: 'analysing for a collection',
  fail: async (ctx, trx, { collection_id, file_id }, error) => {
    const row = await trx
      .selectFrom('collection_files')
      .selectAll()
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', file_id)
      .executeTakeFirstOrThrow();
    await endCollectionFile(ctx, trx, row, { status: 'failed', error });
  },
  fileChanged: reindexMetadata,
  speechChanged: hearAgain,
});
