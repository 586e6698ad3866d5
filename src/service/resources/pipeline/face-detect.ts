import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { VauFile } from '../../../contract/index.ts';
import { decodeFrames } from '../../../media/index.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { FacesTable } from '../../store/schema.ts';
import {
  cropJpegs,
  type FoundFace,
  findFaces,
  type Picture,
  sizeForFaces,
  stillPicture,
  toBytes,
  trackFaces,
} from '../../understanding/faces/index.ts';
import { faceKeys } from '../face-detection-rows.ts';
import { endDetection, type FaceDetectionRow } from '../face-outcomes.ts';
import type { FrameExtractionRow, FullFrameConfig } from '../frame-rows.ts';
import type { FileRow } from '../lookup.ts';
import { fileKeys } from '../present.ts';
import { framesOf } from './frame-pages.ts';
import { isOpen } from './open-rows.ts';
import { blameMedia } from './outcomes.ts';

/** Looks for faces in the frames of an extraction; then matches and members that wait for them start. */
export const detectFaces: JobHandler<'face-detect.run'> = {
  async run(ctx, { face_detection_id }) {
    const row = await findOpen(ctx, face_detection_id);
    if (!row) return;
    const extraction = await ctx.db
      .selectFrom('frame_extractions')
      .selectAll()
      .where('id', '=', row.frame_extraction_id ?? '')
      .executeTakeFirst();
    if (!extraction) return fail(ctx, row, 'its frame extraction was deleted');
    if (extraction.status === 'failed')
      return fail(ctx, row, `frame extraction failed: ${extraction.error ?? ''}`);
    if (extraction.status !== 'completed') throw new RetryLater('its frames are not there yet', 5_000);
    const file = await ctx.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', row.file_id)
      .executeTakeFirstOrThrow();
    await start(ctx, row);
    try {
      await detect(ctx, row, extraction, file);
    } catch (error) {
      await removeIfGone(ctx, row);
      await fail(ctx, row, blameMedia(ctx, error));
    }
  },
  async exhausted(ctx, { face_detection_id }, reason) {
    const row = await findOpen(ctx, face_detection_id);
    if (row) await fail(ctx, row, reason);
  },
};

async function findOpen(ctx: JobContext, id: string): Promise<FaceDetectionRow | undefined> {
  const row = await ctx.db.selectFrom('face_detections').selectAll().where('id', '=', id).executeTakeFirst();
  return isOpen(row) ? row : undefined;
}

/** What an earlier try had found is taken back. */
async function start(ctx: JobContext, row: FaceDetectionRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await trx.updateTable('face_detections').set({ status: 'processing' }).where('id', '=', row.id).execute();
    await trx.deleteFrom('faces').where('face_detection_id', '=', row.id).execute();
  });
}

async function fail(ctx: JobContext, row: FaceDetectionRow, error: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await endDetection(ctx, trx, row.id, { status: 'failed', error });
  });
}

/** Pictures of faces that were written while the detection was being deleted must not stay on disk. */
async function removeIfGone(ctx: JobContext, row: FaceDetectionRow): Promise<void> {
  const there = await ctx.db
    .selectFrom('face_detections')
    .select('id')
    .where('id', '=', row.id)
    .executeTakeFirst();
  if (!there) await ctx.objects.deletePrefix(faceKeys.prefix(row.id));
}

/** A face and the frame it was found in. */
interface Sighting {
  readonly face: FoundFace;
  readonly frame: { readonly id: string; readonly time: number };
  readonly trackId: string;
  readonly position: number;
}

/** Faces are written in portions while they are found: each holds a picture of 77 kB. */
const PORTION = 100;

async function detect(
  ctx: JobContext,
  row: FaceDetectionRow,
  extraction: FrameExtractionRow,
  file: FileRow,
): Promise<void> {
  const track = trackFaces();
  let found: Sighting[] = [];
  let total = 0;
  const frames = framesOf(ctx.db, extraction.id);
  ctx.progress(`looking for faces in ${extraction.frame_count} frames`);
  for await (const faces of facesInTurn(ctx, pictures(ctx, extraction, file))) {
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
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await endDetection(ctx, trx, row.id, { status: 'completed', error: null, total_faces: total });
  });
}

/** The faces of each picture; the next picture is decoded while they are being found. */
async function* facesInTurn(ctx: JobContext, pictures: AsyncIterable<Picture>): AsyncGenerator<FoundFace[]> {
  let looking: Promise<FoundFace[]> | undefined;
  for await (const picture of pictures) {
    if (looking) yield await looking;
    looking = findFaces(picture, ctx.signal);
    // Awaited at the next turn; a failure until then must not count as one nobody hears of.
    looking.catch(() => {});
  }
  if (looking) yield await looking;
}

/** The pictures of the extraction's frames, from the media itself: its JPEGs may be as narrow as a stamp. */
async function* pictures(
  ctx: JobContext,
  extraction: FrameExtractionRow,
  file: FileRow,
): AsyncGenerator<Picture> {
  const path = await ctx.objects.path(fileKeys.original(file.id));
  if (file.media_type === 'image') {
    yield await stillPicture(path, await ctx.objects.tmpFile('.jpg'), ctx);
    return;
  }
  const config = fromJson<FullFrameConfig>(extraction.config);
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

async function write(ctx: JobContext, row: FaceDetectionRow, found: readonly Sighting[]): Promise<void> {
  const crops = found.map(({ face }) => face.crop);
  const jpegs = await cropJpegs(crops, await ctx.objects.tmpFile('.rgb'), ctx);
  for (const [index, { position }] of found.entries()) {
    const jpeg = jpegs[index];
    if (jpeg) await ctx.objects.putBytes(faceKeys.crop(row.id, position), jpeg);
  }
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    const rows = found.map((sighting) => faceRow(row, sighting));
    if (rows.length > 0) await trx.insertInto('faces').values(rows).execute();
  });
}

function faceRow(
  row: FaceDetectionRow,
  { face, frame, trackId, position }: Sighting,
): Insertable<FacesTable> {
  return {
    id: randomUUID(),
    account_id: row.account_id,
    face_detection_id: row.id,
    position,
    track_id: trackId,
    frame_id: frame.id,
    time: frame.time,
    box: toJson(face.box),
    score: face.score,
    descriptor: toBytes(face.descriptor),
  };
}
