import { emit } from '../../events/outbox.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Trx } from '../../store/schema.ts';
import { endCollectionFile, startMember } from '../collection-files/end.ts';
import type { Ended } from '../common/ended.ts';
import type { SegmentationRow } from '../common/lookup.ts';
import { failDescribes, startDescribes } from '../describes/end.ts';
import { failExtractions, startExtractions } from '../extracts/end.ts';
export const OPEN = ['pending', 'processing'] as const;

/** Ends a segmentation; collection files that wait for it go on, or fail with it. */
export async function endSegmentation(
  ctx: JobContext,
  trx: Trx,
  row: SegmentationRow,
  ended: Ended,
): Promise<void> {
  await trx.updateTable('segmentations').set(ended).where('id', '=', row.id).execute();
  const event = ended.status === 'failed' ? 'segment.job.failed' : 'segment.job.completed';
  const payload = { segmentation_id: row.id, file_id: row.file_id, ...ended };
  await emit(trx, event, row.account_id, payload, ctx.clock());
  const why = `segmentation failed: ${ended.error}`;
  const own = { segmentation_id: row.id };
  if (ended.status === 'failed') {
    await failDescribes(ctx, trx, own, why);
    await failExtractions(ctx, trx, own, why);
  } else {
    await startDescribes(ctx, trx, own);
    await startExtractions(ctx, trx, own);
  }
  const collectionFiles = await trx
    .selectFrom('collection_files')
    .selectAll()
    .where('segmentation_id', '=', row.id)
    .where('status', 'in', OPEN)
    .execute();
  for (const collectionFile of collectionFiles) {
    if (ended.status === 'failed')
      await endCollectionFile(ctx, trx, collectionFile, { status: 'failed', error: why });
    else await startMember(ctx, trx, collectionFile);
  }
}
