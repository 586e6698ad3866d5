/**
 * Faces in files: detections over extracted frames (detection), and matches of one pictured person among them (match).
 * Here is what both wait for, how they end, and how a face is shown.
 */

import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';

/** Object keys used while a match is running. */
export const matchKeys = {
  prefix: (id: string) => `face-matches/${id}`,
  source: (id: string) => `face-matches/${id}/source`,
};

/** Object keys of a detection. */
export const faceKeys = {
  prefix: (id: string) => `faces/${id}`,
  crop: (id: string, position: number) => `faces/${id}/${position}.jpg`,
};

/** How a row ended. */
type Ended = { status: 'completed'; error: null } | { status: 'failed'; error: string };

/** Ends a detection; matches and collection files that wait for it start, or fail with it. */
export async function endDetection(
  { lifecycle: waiting }: Pick<EndContext, 'lifecycle'>,
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

/** A face detection waits for its frames. */
export const faceDetectionLifecycle = declareLifecycle('face-detect.run', {
  table: 'face_detections',
  key: { face_detection_id: 'id' },
  waitsFor: { 'frames.extract': 'frame_extraction_id' },
  file: 'file_id',
  work: 'finding faces',
  objects: { folder: 'faces' },
  fail: (ctx, trx, { face_detection_id: id }, error) =>
    endDetection(ctx, trx, id, { status: 'failed', error }),
});

/** A face match waits for the detection it searches. */
export const faceMatchLifecycle = declareLifecycle('face-match.run', {
  table: 'face_matches',
  key: { face_match_id: 'id' },
  waitsFor: { 'face-detect.run': 'face_detection_id' },
  file: 'file_id',
  work: 'matching a face',
  objects: { folder: 'face-matches' },
  fail: (ctx, trx, { face_match_id: id }, error) => endMatch(ctx, trx, id, { status: 'failed', error }),
});
