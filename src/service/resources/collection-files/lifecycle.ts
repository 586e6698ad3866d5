import type { Collection } from '../../../contract/index.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { CollectionRow } from '../common/lookup.ts';
import { endCollectionFile } from './end.ts';
import { hearAgain } from './hear-again.ts';

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
