import type { Collection } from '../../../contract/index.ts';
import { type JobContext, RetryLater } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { CollectionFileRow, CollectionRow, FileRow } from '../common/lookup.ts';
import type { FaceDetectionRow } from '../faces/detection/detection-rows.ts';
import { sameDetection } from '../faces/detection/detection-rows.ts';
import { DEFAULT_FRAMES } from '../frames/config.ts';

/**
 * Interval at which a collection file checks for its faces, in milliseconds; it is woken earlier when they are done.
 */
const WAIT_MS = 30_000;

/**
 * Gets the faces of a file for a face-analysis collection: from a detection over the same frames, or from a new one.
 * @returns how it ended
 * @throws RetryLater while the detection runs
 */
export async function facesOfCollectionFile(
  ctx: JobContext,
  {
    collectionFile,
    collection,
    file,
  }: { collectionFile: CollectionFileRow; collection: CollectionRow; file: FileRow },
): Promise<{ status: 'completed'; error: null } | { status: 'failed'; error: string }> {
  const linked = await linkedDetection(ctx, collectionFile);
  const detection = linked ?? (await link(ctx, collectionFile, collection, file));
  if (detection.status === 'completed') return { status: 'completed', error: null };
  if (detection.status === 'failed')
    return { status: 'failed', error: `face detection failed: ${detection.error ?? ''}` };
  throw new RetryLater('its face detection has not ended', WAIT_MS);
}

/** The detection this collection file waits for. A failed one from before the file was added again does not count. */
async function linkedDetection(
  ctx: JobContext,
  collectionFile: CollectionFileRow,
): Promise<FaceDetectionRow | undefined> {
  if (collectionFile.face_detection_id === null) return undefined;
  const row = await ctx.db
    .selectFrom('face_detections')
    .selectAll()
    .where('id', '=', collectionFile.face_detection_id)
    .executeTakeFirst();
  return row?.status === 'failed' && collectionFile.status === 'pending' ? undefined : row;
}

function link(
  ctx: JobContext,
  collectionFile: CollectionFileRow,
  collection: CollectionRow,
  file: FileRow,
): Promise<FaceDetectionRow> {
  const config = fromJson<Pick<Collection, 'face_detection_config'>>(collection.config);
  const { frame_extraction_config = DEFAULT_FRAMES, thumbnails_config } = config?.face_detection_config ?? {};
  const frames = { ...(thumbnails_config && { thumbnails_config }), ...frame_extraction_config };
  return ctx.write(async (trx) => {
    const detection = await sameDetection(ctx, trx, file, { config: frames });
    await trx
      .updateTable('collection_files')
      .set({ face_detection_id: detection.id })
      .where('collection_id', '=', collectionFile.collection_id)
      .where('file_id', '=', collectionFile.file_id)
      .execute();
    return detection;
  });
}
