import { declareWaiting } from '../../jobs/waiting.ts';
import { endExtractionJob } from './end.ts';

/** An extraction job waits for its file, and for the segmentation its segments come from. */
export const extractWaiting = declareWaiting('extract.run', {
  table: 'extractions',
  key: { extraction_id: 'id' },
  waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
  file: 'file_id',
  fail: async (ctx, trx, { extraction_id: id }, error) => {
    const row = await trx
      .selectFrom('extractions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await endExtractionJob(ctx, trx, row, { status: 'failed', error });
  },
});
