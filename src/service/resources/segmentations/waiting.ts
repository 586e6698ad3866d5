import { declareWaiting } from '../../jobs/waiting.ts';
import { endSegmentation } from './end.ts';

/** A segmentation waits for its file. */
export const segmentationWaiting = declareWaiting('segmentation.process', {
  table: 'segmentations',
  key: { segmentation_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  objects: { folder: 'segmentations' },
  fail: async (ctx, trx, { segmentation_id: id }, error) => {
    const row = await trx
      .selectFrom('segmentations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await endSegmentation(ctx, trx, row, { status: 'failed', error });
  },
});
