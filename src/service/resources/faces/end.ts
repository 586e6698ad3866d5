import type { Selectable } from 'kysely';
import type { ServiceContext } from '../../context/context.ts';
import type { FaceDetectionsTable, FaceMatchesTable, Trx } from '../../store/schema.ts';
import { matchKeys } from './keys.ts';

export type FaceDetectionRow = Selectable<FaceDetectionsTable>;
export type FaceMatchRow = Selectable<FaceMatchesTable>;

export type Enqueuer = Pick<ServiceContext, 'queue'>;
/** How a row left processing. */
export type Ended = { status: 'completed'; error: null } | { status: 'failed'; error: string };

export const OPEN = ['pending', 'processing'] as const;

/** Fails the detections that wait for the frames of an extraction, or look at them now. */
export async function failDetections(
  ctx: Enqueuer,
  trx: Trx,
  extractionId: string,
  error: string,
): Promise<void> {
  for (const { id } of await openDetections(trx, extractionId))
    await endDetection(ctx, trx, id, { status: 'failed', error });
}

export function openDetections(trx: Trx, extractionId: string): Promise<{ id: string }[]> {
  return trx
    .selectFrom('face_detections')
    .select('id')
    .where('frame_extraction_id', '=', extractionId)
    .where('status', 'in', OPEN)
    .execute();
}

/** Ends a detection; matches and collection files that wait for it go on, or fail with it. */
export async function endDetection(
  ctx: Enqueuer,
  trx: Trx,
  id: string,
  ended: Ended & { total_faces?: number },
): Promise<void> {
  await trx.updateTable('face_detections').set(ended).where('id', '=', id).execute();
  const matches = await trx
    .selectFrom('face_matches')
    .select('id')
    .where('face_detection_id', '=', id)
    .where('status', 'in', OPEN)
    .execute();
  for (const match of matches)
    if (ended.status === 'completed')
      await ctx.queue.enqueue(trx, 'face-match.run', { face_match_id: match.id });
    else await endMatch(ctx, trx, match.id, { ...ended, error: `face detection failed: ${ended.error}` });
  const collectionFiles = await trx
    .selectFrom('collection_files')
    .select(['collection_id', 'file_id'])
    .where('face_detection_id', '=', id)
    .where('status', 'in', OPEN)
    .execute();
  for (const collectionFile of collectionFiles)
    await ctx.queue.enqueue(trx, 'member.process', { ...collectionFile });
}

/** Ends a match. The picture of the face that was looked for is not kept. */
export async function endMatch(
  ctx: Enqueuer,
  trx: Trx,
  id: string,
  ended: Ended & { source_box?: string; match_count?: number },
): Promise<void> {
  await trx.updateTable('face_matches').set(ended).where('id', '=', id).execute();
  await ctx.queue.enqueue(trx, 'object.delete', { prefix: matchKeys.prefix(id) });
}
