import { emit } from '../../events/outbox.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Trx } from '../../store/schema.ts';
import { endCollectionFile } from '../collection-files/end.ts';
import type { FileRow } from '../common/lookup.ts';
import { failDescribes } from '../describes/end.ts';
import { failExtractions } from '../extracts/end.ts';
import { failFrames } from '../frames/end.ts';
import { endSegmentation, OPEN } from '../segmentations/end.ts';

/** Marks a file failed, and with it everything that waits for it. */
export async function failFile(ctx: JobContext, trx: Trx, file: FileRow, reason: string): Promise<void> {
  await trx.updateTable('files').set({ status: 'failed', error: reason }).where('id', '=', file.id).execute();
  await emit(
    trx,
    'file.job.failed',
    file.account_id,
    { id: file.id, object: 'file', error: reason },
    ctx.clock(),
  );
  const waiting = await trx
    .selectFrom('segmentations')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('status', 'in', OPEN)
    .execute();
  const why = `the file failed: ${reason}`;
  // Before the segmentations they wait for, so that the reason is told once.
  await failDescribes(ctx, trx, { file_id: file.id }, why);
  await failExtractions(ctx, trx, { file_id: file.id }, why);
  for (const row of waiting) await endSegmentation(ctx, trx, row, { status: 'failed', error: why });
  await failFrames(ctx, trx, file.id, why);
  const collectionFiles = await trx
    .selectFrom('collection_files')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('status', 'in', OPEN)
    .execute();
  for (const collectionFile of collectionFiles)
    await endCollectionFile(ctx, trx, collectionFile, { status: 'failed', error: why });
}
