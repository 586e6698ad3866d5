import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { timed } from '../../understanding/speeds.ts';
import { blameMedia } from '../common/blame.ts';
import { removeIfGone } from '../common/gone.ts';
import { openRow } from '../common/rows.ts';
import { durationOf } from '../files/usable.ts';
import { copyFaces, findTwin } from './copy.ts';
import type { FaceDetectionRow } from './detection-rows.ts';
import { endDetection } from './end.ts';
import { faceKeys } from './keys.ts';
import { lookForFaces } from './look.ts';

/** Detects faces in the frames of an extraction; then starts the matches and collection files that wait for them. */
export const detectFaces: JobHandler<'face-detect.run'> = {
  async run(ctx, { face_detection_id }) {
    const row = await openRow(ctx.db, 'face_detections', face_detection_id);
    if (!row) return;
    const extraction = await ctx.db
      .selectFrom('frame_extractions')
      .selectAll()
      .where('id', '=', row.frame_extraction_id ?? '')
      .executeTakeFirst();
    if (!extraction) return fail(ctx, row, 'its frame extraction was deleted');
    if (extraction.status === 'failed')
      return fail(ctx, row, `frame extraction failed: ${extraction.error ?? ''}`);
    const file = await ctx.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', row.file_id)
      .executeTakeFirstOrThrow();
    const twin = await findTwin(ctx, row, extraction, file);
    if (twin?.done === false) throw new RetryLater('faces of the same content are being detected', 5_000);
    await start(ctx, row, twin === undefined && row.status === 'processing');
    try {
      const total = twin
        ? await copyFaces(ctx, row, extraction, twin)
        : await lookTimed(ctx, row, extraction, file);
      await complete(ctx, row, total);
    } catch (error) {
      await removeIfGone(ctx, 'face_detections', row.id, faceKeys.prefix(row.id));
      await fail(ctx, row, blameMedia(ctx, error));
    }
  },
  async exhausted(ctx, { face_detection_id }, reason) {
    const row = await openRow(ctx.db, 'face_detections', face_detection_id);
    if (row) await fail(ctx, row, reason);
  },
};

/** An attempt that goes on where another one ended says nothing about the whole. */
function lookTimed(...[ctx, row, extraction, file]: Parameters<typeof lookForFaces>): Promise<number> {
  const look = () => lookForFaces(ctx, row, extraction, file);
  const of = { analysis: 'faces', made: row.made_by, seconds: durationOf(file) };
  return row.status === 'processing' ? look() : timed(ctx, of, look);
}

/** @param keep whether to keep the faces of an earlier attempt; otherwise they are deleted */
async function start(ctx: JobContext, row: FaceDetectionRow, keep: boolean): Promise<void> {
  await ctx.write(async (trx) => {
    await trx.updateTable('face_detections').set({ status: 'processing' }).where('id', '=', row.id).execute();
    if (!keep) await trx.deleteFrom('faces').where('face_detection_id', '=', row.id).execute();
  });
}

async function complete(ctx: JobContext, row: FaceDetectionRow, total_faces: number): Promise<void> {
  await ctx.write(async (trx) => {
    await endDetection(ctx, trx, row.id, { status: 'completed', error: null, total_faces });
  });
}

/** Deletes the faces written before the failure, with their pictures. */
async function fail(ctx: JobContext, row: FaceDetectionRow, error: string): Promise<void> {
  await start(ctx, row, false);
  await ctx.objects.deletePrefix(faceKeys.prefix(row.id));
  await ctx.write(async (trx) => {
    await endDetection(ctx, trx, row.id, { status: 'failed', error });
  });
}
