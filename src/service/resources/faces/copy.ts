import { randomUUID } from 'node:crypto';
import type { JobContext } from '../../jobs/handlers.ts';
import { isKept } from '../../store/deletions.ts';
import { fromJson } from '../../store/json.ts';
import { readObject } from '../../store/objects.ts';
import type { FileRow } from '../common/lookup.ts';
import type { FullFrameConfig } from '../frames/config.ts';
import { framesOf } from '../frames/pages.ts';
import type { FrameExtractionRow } from '../frames/rows.ts';
import type { FaceDetectionRow } from './detection-rows.ts';
import { faceKeys } from './keys.ts';
import { type NewFace, PORTION, writeFaces } from './rows.ts';

/** A detection over the same frames of the same content, finished or started earlier. */
export interface Twin {
  readonly id: string;
  readonly done: boolean;
}

/**
 * Finds another detection, of this or another file, whose faces would be the same. Face data is stored with a file and
 * deleted with it, so there is no cache by content; faces are copied from such a twin instead.
 */
export async function findTwin(
  { db }: JobContext,
  row: FaceDetectionRow,
  extraction: FrameExtractionRow,
  file: FileRow,
): Promise<Twin | undefined> {
  if (file.content_hash === null) return undefined;
  const others = await db
    .selectFrom('face_detections as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .innerJoin('frame_extractions as e', 'e.id', 'd.frame_extraction_id')
    .select(['d.id', 'd.status', 'd.created_at', 'e.config'])
    .where('f.content_hash', '=', file.content_hash)
    .where('d.id', '<>', row.id)
    .where('d.status', '<>', 'failed')
    .where('d.made_by', '=', row.made_by)
    .where(isKept('face_detections', 'd'))
    .execute();
  const wanted = framesSeen(extraction);
  const twins = others.filter((other) => framesSeen(other) === wanted);
  const done = twins.find(({ status }) => status === 'completed');
  if (done) return { id: done.id, done: true };
  const earlier = twins.find(
    ({ id, created_at: at }) => at < row.created_at || (at === row.created_at && id < row.id),
  );
  return earlier && { id: earlier.id, done: false };
}

/** The frames that a detection covers; the width of their JPEGs does not matter. */
function framesSeen({ config }: { config: string }): string {
  const {
    uniform_config,
    start_time_seconds: start,
    end_time_seconds: end,
  } = fromJson<FullFrameConfig>(config);
  return JSON.stringify([uniform_config.frames_per_second, start ?? 0, end ?? null]);
}

/**
 * Copies the faces of a finished twin, in portions, to the frames of this detection's own extraction.
 * @returns the number of faces
 */
export async function copyFaces(
  ctx: JobContext,
  row: FaceDetectionRow,
  extraction: FrameExtractionRow,
  twin: Twin,
): Promise<number> {
  ctx.progress('copying faces of the same content');
  const tracks = new Map<string, string>();
  const frames = framesOf(ctx.db, extraction.id);
  let frame = (await frames.next()).value;
  let total = 0;
  for (;;) {
    const faces = await portionOf(ctx, twin, total);
    const copies: NewFace[] = [];
    for (const { track_id, ...face } of faces) {
      while (frame && frame.time < face.time) frame = (await frames.next()).value;
      if (!frame) return total;
      const track = tracks.get(track_id) ?? randomUUID();
      tracks.set(track_id, track);
      copies.push({
        ...face,
        track_id: track,
        frame_id: frame.id,
        jpeg: await cropOf(ctx, twin, face.position),
      });
    }
    await writeFaces(ctx, row, copies);
    total += copies.length;
    if (faces.length < PORTION) return total;
  }
}

function portionOf({ db }: JobContext, twin: Twin, from: number) {
  return db
    .selectFrom('faces')
    .select(['position', 'track_id', 'time', 'box', 'score', 'descriptor'])
    .where('face_detection_id', '=', twin.id)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(PORTION)
    .execute();
}

/** A face's picture; undefined if it is gone. */
async function cropOf({ objects }: JobContext, twin: Twin, position: number): Promise<Buffer | undefined> {
  return readObject(objects, faceKeys.crop(twin.id, position));
}
