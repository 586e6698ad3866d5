import type { EndContext } from '../../jobs/waiting.ts';
import type { Trx } from '../../store/schema.ts';
import { matchKeys } from './keys.ts';

/** How a row ended. */
type Ended = { status: 'completed'; error: null } | { status: 'failed'; error: string };

/** Ends a detection; matches and collection files that wait for it start, or fail with it. */
export async function endDetection(
  { waiting }: Pick<EndContext, 'waiting'>,
  trx: Trx,
  id: string,
  ended: Ended & { total_faces?: number },
): Promise<void> {
  await trx.updateTable('face_detections').set(ended).where('id', '=', id).execute();
  const own = { face_detection_id: id };
  if (ended.status === 'completed') await waiting.ended(trx, 'face-detect.run', own);
  else await waiting.failed(trx, 'face-detect.run', own, `face detection failed: ${ended.error}`);
}

/** Ends a match. The source image is deleted. */
export async function endMatch(
  { queue }: Pick<EndContext, 'queue'>,
  trx: Trx,
  id: string,
  ended: Ended & { source_box?: string; match_count?: number },
): Promise<void> {
  await trx.updateTable('face_matches').set(ended).where('id', '=', id).execute();
  await queue.enqueue(trx, 'object.delete', { prefix: matchKeys.prefix(id) });
}
