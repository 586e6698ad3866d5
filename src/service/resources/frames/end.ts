import type { Trx } from '../../store/schema.ts';
import { type Ended, type Enqueuer, failDetections, OPEN, openDetections } from '../faces/end.ts';
import type { FrameExtractionRow } from './rows.ts';

/** Ends an extraction; detections that wait for its frames go on, or fail with it. */
export async function endExtraction(
  ctx: Enqueuer,
  trx: Trx,
  id: string,
  ended: Ended & { frame_count?: number },
): Promise<void> {
  await trx.updateTable('frame_extractions').set(ended).where('id', '=', id).execute();
  if (ended.status === 'failed')
    return failDetections(ctx, trx, id, `frame extraction failed: ${ended.error}`);
  for (const detection of await openDetections(trx, id))
    await ctx.queue.enqueue(trx, 'face-detect.run', { face_detection_id: detection.id });
}

/** Starts what waits for a file that is ready now: frames first, the rest follows them. */
export async function startFrames(ctx: Enqueuer, trx: Trx, fileId: string): Promise<void> {
  for (const { id } of await openExtractions(trx, fileId))
    await ctx.queue.enqueue(trx, 'frames.extract', { frame_extraction_id: id });
}

/** Fails what waits for a file that failed. */
export async function failFrames(ctx: Enqueuer, trx: Trx, fileId: string, error: string): Promise<void> {
  for (const { id } of await openExtractions(trx, fileId))
    await endExtraction(ctx, trx, id, { status: 'failed', error });
}

function openExtractions(trx: Trx, fileId: string): Promise<Pick<FrameExtractionRow, 'id'>[]> {
  return trx
    .selectFrom('frame_extractions')
    .select('id')
    .where('file_id', '=', fileId)
    .where('status', 'in', OPEN)
    .execute();
}
