/**
 * Face detections: the frames of an extraction come in, faces with boxes, pictures and descriptors are written in
 * portions (rows.ts), and matches and collection files that wait for them start.
 */

import { randomUUID } from 'node:crypto';
import type { VauFile } from '../../../../contract/index.ts';
import { decodeFrames } from '../../../../media/index.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../../jobs/handlers.ts';
import { readObject } from '../../../store/objects/objects.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { fromJson, toJson } from '../../../store/sql/json.ts';
import { timed } from '../../../understanding/analysis/speeds.ts';
import {
  cropJpegs,
  type FoundFace,
  findFaces,
  type Picture,
  sizeForFaces,
  stillPicture,
  toBytes,
  trackFaces,
} from '../../../understanding/modalities/faces/index.ts';
import { durationOf, type FileRow } from '../../common/lookup.ts';
import { mediaFault } from '../../common/media-fault.ts';
import { openRow, removeIfGone } from '../../common/rows.ts';
import { fileKeys } from '../../files/keys.ts';
import type { FullFrameConfig } from '../../frames/config.ts';
import { type FrameExtractionRow, framesOf } from '../../frames/rows.ts';
import { endDetection, faceDetectionLifecycle, faceKeys } from '../lifecycle.ts';
import type { FaceDetectionRow } from './detection-rows.ts';
import { foundBefore, type NewFace, PORTION, writeFaces } from './rows.ts';

/** A face and its frame. */
interface LocatedFace {
  readonly face: FoundFace;
  readonly frame: { readonly id: string; readonly time: number };
  readonly trackId: string;
  readonly position: number;
}

/**
 * Detects faces in the frames of an extraction, and writes them along the way. Resumes after the last frame that an
 * earlier attempt wrote.
 * @returns the number of faces
 * @throws MediaError
 */
async function lookForFaces(
  ctx: JobContext,
  row: FaceDetectionRow,
  extraction: FrameExtractionRow,
  file: FileRow,
): Promise<number> {
  const config = fromJson<FullFrameConfig>(extraction.config);
  const fps = config.uniform_config.frames_per_second;
  const before = await foundBefore(ctx, row, fps);
  let { total } = before;
  if (total > 0 && file.media_type === 'image') return total;
  const track = trackFaces(before.last);
  let found: LocatedFace[] = [];
  const frames = framesOf(ctx.db, extraction.id, before.until);
  ctx.progress(`detecting faces in ${extraction.frame_count} frames`);
  const from = before.until === undefined ? config.start_time_seconds : before.until + 1 / fps;
  for await (const faces of facesInTurn(ctx, pictures(ctx, { ...config, start_time_seconds: from }, file))) {
    const frame = (await frames.next()).value;
    if (!frame) break;
    for (const [index, trackId] of track(faces).entries()) {
      const face = faces[index];
      if (face) found.push({ face, frame, trackId, position: total++ });
    }
    if (found.length < PORTION) continue;
    await write(ctx, row, found);
    found = [];
  }
  await write(ctx, row, found);
  return total;
}

/** Yields the faces of each frame; decodes the next frame during detection. */
async function* facesInTurn(ctx: JobContext, pictures: AsyncIterable<Picture>): AsyncGenerator<FoundFace[]> {
  let looking: Promise<FoundFace[]> | undefined;
  for await (const picture of pictures) {
    if (looking) yield await looking;
    looking = findFaces(picture, ctx.signal);
    // It is awaited in the next round; until then a failure must not count as an unhandled rejection.
    looking.catch(() => {});
  }
  if (looking) yield await looking;
}

/** Yields the extraction's frames from the media itself, because its JPEGs may be tiny. */
async function* pictures(
  ctx: JobContext,
  config: Omit<FullFrameConfig, 'start_time_seconds'> & { start_time_seconds: number | undefined },
  file: FileRow,
): AsyncGenerator<Picture> {
  const path = await ctx.objects.path(fileKeys.original(file.id));
  if (file.media_type === 'image') {
    yield await stillPicture(path, await ctx.objects.tmpFile('.jpg'), ctx);
    return;
  }
  const media = fromJson<VauFile['media_info']>(file.media_info);
  const size = sizeForFaces({ width: media?.width ?? 640, height: media?.height ?? 360 });
  for await (const { data } of decodeFrames(path, {
    ffmpeg: ctx.ffmpeg,
    signal: ctx.signal,
    fps: config.uniform_config.frames_per_second,
    startSeconds: config.start_time_seconds,
    endSeconds: config.end_time_seconds,
    ...size,
  }))
    yield { ...size, data };
}

async function write(ctx: JobContext, row: FaceDetectionRow, found: readonly LocatedFace[]): Promise<void> {
  const crops = found.map(({ face }) => face.crop);
  const jpegs = await cropJpegs(crops, await ctx.objects.tmpFile('.rgb'), ctx);
  const faces = found.map(({ face, frame, trackId, position }, index) => ({
    position,
    track_id: trackId,
    frame_id: frame.id,
    time: frame.time,
    box: toJson(face.box),
    score: face.score,
    descriptor: toBytes(face.descriptor),
    jpeg: jpegs[index],
  }));
  await writeFaces(ctx, row, faces);
}

/** A detection over the same frames of the same content, finished or started earlier. */
interface Twin {
  readonly id: string;
  readonly done: boolean;
}

/**
 * Finds another detection, of this or another file, whose faces would be the same. Face data is stored with a file and
 * deleted with it, so there is no cache by content; faces are copied from such a twin instead.
 */
async function findTwin(
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
async function copyFaces(
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

/** Detects faces in the frames of an extraction; then starts the matches and collection files that wait for them. */
export const detectFaces: JobHandler<'face-detect.run'> = {
  rows: faceDetectionLifecycle,
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
      await fail(ctx, row, mediaFault(ctx, error));
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
