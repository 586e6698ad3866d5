import { declareWaiting } from '../../jobs/waiting.ts';
import { endCollectionFile } from './end.ts';
import { hearAgain } from './hear-again.ts';
import { reindexMetadata } from './reindex.ts';

/** A collection file waits for its file, its segmentation, and in a face-analysis collection for its face detection. */
export const collectionFileWaiting = declareWaiting('collection-file.process', {
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
