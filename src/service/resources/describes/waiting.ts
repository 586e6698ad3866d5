import { declareWaiting } from '../../jobs/waiting.ts';
import { endDescribe } from './end.ts';

/** A describe job waits for its file, and for the segmentation its segments come from. */
export const describeWaiting = declareWaiting('describe.run', {
  table: 'describes',
  key: { describe_id: 'id' },
  waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
  file: 'file_id',
  fail: async (ctx, trx, { describe_id: id }, error) => {
    const row = await trx.selectFrom('describes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await endDescribe(ctx, trx, row, { status: 'failed', error });
  },
});
