import { emit } from '../../events/outbox.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { SegmentationRow } from '../common/lookup.ts';
import type { Ended } from '../common/rows.ts';

/** Ends a segmentation; what waits for it starts, or fails with it. */
export async function endSegmentation(
  ctx: EndContext,
  trx: Trx,
  row: SegmentationRow,
  ended: Ended,
): Promise<void> {
  await trx.updateTable('segmentations').set(ended).where('id', '=', row.id).execute();
  const own = { segmentation_id: row.id };
  const event = ended.status === 'failed' ? 'segment.job.failed' : 'segment.job.completed';
  await emit(trx, ctx, event, row.account_id, { ...own, file_id: row.file_id, ...ended });
  if (ended.status === 'failed')
    await ctx.lifecycle.failed(trx, 'segmentation.process', own, `segmentation failed: ${ended.error}`);
  else await ctx.lifecycle.ended(trx, 'segmentation.process', own);
}

/** A segmentation waits for its file. */
export const segmentationLifecycle = declareLifecycle('segmentation.process', {
  table: 'segmentations',
  key: { segmentation_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  work: 'cutting into segments',
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
