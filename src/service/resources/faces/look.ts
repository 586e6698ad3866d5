import type { VauFile } from '../../../contract/index.ts';
import { decodeFrames } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { fromJson, toJson } from '../../store/json.ts';
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
import type { FileRow } from '../common/lookup.ts';
import { fileKeys } from '../files/keys.ts';
import type { FullFrameConfig } from '../frames/config.ts';
import { framesOf } from '../frames/pages.ts';
import type { FrameExtractionRow } from '../frames/rows.ts';
import type { FaceDetectionRow } from './detection-rows.ts';
import { foundBefore, PORTION, writeFaces } from './rows.ts';

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
export async function lookForFaces(
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
    ...{ position, track_id: trackId, frame_id: frame.id, time: frame.time },
    ...{ box: toJson(face.box), score: face.score, descriptor: toBytes(face.descriptor) },
    jpeg: jpegs[index],
  }));
  await writeFaces(ctx, row, faces);
}
