import type { Collection } from '../../../contract/index.ts';
import { type JobContext, RetryLater } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectionRow, FileRow, MemberRow } from '../common/lookup.ts';
import { sameDetection } from '../faces/detection-rows.ts';
import type { FaceDetectionRow } from '../faces/outcomes.ts';
import { DEFAULT_FRAMES } from '../frames/rows.ts';

/** How long a member waits for its faces before it looks again, in milliseconds; their end wakes it at once. */
const WAIT_MS = 30_000;

/**
 * Has the faces of a face-analysis member found: by a detection the file has in the same frames, or by a new one.
 * @returns how it ended
 * @throws RetryLater while they are being found
 */
export async function memberFaces(
  ctx: JobContext,
  { member, collection, file }: { member: MemberRow; collection: CollectionRow; file: FileRow },
): Promise<{ status: 'completed'; error: null } | { status: 'failed'; error: string }> {
  const linked = await linkedDetection(ctx, member);
  const detection = linked ?? (await link(ctx, member, collection, file));
  if (detection.status === 'completed') return { status: 'completed', error: null };
  if (detection.status === 'failed')
    return { status: 'failed', error: `face detection failed: ${detection.error ?? ''}` };
  throw new RetryLater('its faces are being looked for', WAIT_MS);
}

/** The detection this member waits for. One from before it was asked for again, and that failed, is none. */
async function linkedDetection(ctx: JobContext, member: MemberRow): Promise<FaceDetectionRow | undefined> {
  if (member.face_detection_id === null) return undefined;
  const row = await ctx.db
    .selectFrom('face_detections')
    .selectAll()
    .where('id', '=', member.face_detection_id)
    .executeTakeFirst();
  return row?.status === 'failed' && member.status === 'pending' ? undefined : row;
}

function link(
  ctx: JobContext,
  member: MemberRow,
  collection: CollectionRow,
  file: FileRow,
): Promise<FaceDetectionRow> {
  const config = fromJson<Pick<Collection, 'face_detection_config'>>(collection.config);
  const frames = config?.face_detection_config?.frame_extraction_config ?? DEFAULT_FRAMES;
  return ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    const detection = await sameDetection(ctx, trx, file, { config: frames });
    await trx
      .updateTable('collection_files')
      .set({ face_detection_id: detection.id })
      .where('collection_id', '=', member.collection_id)
      .where('file_id', '=', member.file_id)
      .execute();
    return detection;
  });
}
