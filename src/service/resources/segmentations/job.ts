/**
 * Segmentations of files. A configuration comes in (spec.ts, rules.ts); the job cuts by shots, chapters or time
 * (cut.ts, chapter-spans.ts), makes thumbnails, and collection files that wait for the segments start.
 */

import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { SegmentationConfig } from '../../../contract/index.ts';
import {
  detectShots,
  frameImages,
  mainVideo,
  pastEnd,
  probe,
  type Shot,
  type ShotOptions,
  shotFrames,
  shotRate,
} from '../../../media/index.ts';
import { emit } from '../../events/outbox.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { failsItsRow } from '../../jobs/handlers.ts';
import { insertAll } from '../../store/sql/insert.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { SegmentsTable, ThumbnailsTable, Trx } from '../../store/sql/schema.ts';
import { checkRoom } from '../common/disk-room.ts';
import { durationOf, type FileRow, type SegmentationRow } from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import { openRow, removeIfGone } from '../common/rows.ts';
import { fileKeys, fileOfJob } from '../files/keys.ts';
import { chapterSpans, type FoundSpan, type FoundSpans } from './chapter-spans.ts';
import { cut, type Span, timesInside } from './cut.ts';
import { endSegmentation, segmentationLifecycle } from './rows.ts';
import { cannotCut, tooMany } from './rules.ts';

/** Why a film has no segments by shots, and what to do instead. */
const NO_SCENES =
  'no scene change was found in the picture; use strategy uniform or manual instead, or detector ' +
  'content with a lower threshold';

/** The detector's part of a configuration, with seconds and thresholds as sent. */
type ShotWish = Pick<SegmentationConfig, 'shot_detector_config' | 'start_time_seconds' | 'end_time_seconds'>;

/**
 * The shots of a film, in one decoding pass. Memory does not depend on its length.
 * @param duration seconds
 * @returns in order; empty if no scene change was found
 * @throws MediaError if it has no picture or cannot be decoded
 */
async function findShots(ctx: JobContext, path: string, wish: ShotWish, duration: number): Promise<Shot[]> {
  const start = wish.start_time_seconds ?? 0;
  const end = Math.min(duration, wish.end_time_seconds ?? duration);
  const { ffmpeg, signal } = ctx;
  const rate = shotRate(mainVideo(await probe(path, { ffmpeg, signal }))?.frame_rate ?? null);
  const options = { ...detectorOf(wish), fps: rate.value, start, end };
  const window = { startSeconds: start, endSeconds: end < duration ? end : pastEnd(duration) };
  const shots: Shot[] = [];
  for await (const shot of detectShots(shotFrames(path, { ffmpeg, rate, signal, ...window }), options))
    shots.push(shot);
  return shots;
}

/** A configuration's detector options; missing ones keep the detector's defaults. */
function detectorOf({ shot_detector_config: config }: ShotWish): Omit<ShotOptions, 'fps'> {
  const { detector = 'adaptive', threshold, min_seconds, max_seconds, fill_gaps } = config ?? {};
  return { detector, threshold, min_seconds, max_seconds, fill_gaps };
}

/** Shots as segments. */
function spansOf(shots: readonly Shot[]): Span[] {
  return shots
    .map(({ start_time, end_time }) => ({ start: start_time, end: end_time }))
    .filter(({ start, end }) => end > start);
}

/** A picture to extract from a film. */
interface Wanted {
  /** Seconds. */
  readonly time: number;
  readonly maxWidth: number;
}

/**
 * Pictures held in memory at a time, for widths up to this (some hundred kilobytes each) and above (some megabytes).
 */
const BATCH = 60;
const WIDE = 1920;
const WIDE_BATCH = 24;

/**
 * Extracts pictures from a film, a batch at a time.
 * @param keep called with each picture and its index in `wanted`
 */
async function takePictures<Picture extends Wanted>(
  ctx: JobContext,
  file: string,
  duration: number | null,
  wanted: readonly Picture[],
  keep: (jpeg: Buffer, picture: Picture) => Promise<void>,
): Promise<void> {
  let taken = 0;
  for (const maxWidth of new Set(wanted.map((picture) => picture.maxWidth))) {
    const same = wanted.filter((picture) => picture.maxWidth === maxWidth);
    const size = maxWidth > WIDE ? WIDE_BATCH : BATCH;
    for (let at = 0; at < same.length; at += size) {
      await checkRoom(ctx, taken === 0 ? 'before' : 'between');
      const batch = same.slice(at, at + size);
      taken += batch.length;
      const options = { ffmpeg: ctx.ffmpeg, duration, maxWidth, signal: ctx.signal };
      const images = await frameImages(
        file,
        batch.map(({ time }) => time),
        options,
      );
      for (const [index, picture] of batch.entries()) {
        const image = images[index];
        if (image) await keep(image.jpeg, picture);
      }
    }
  }
}

/**
 * The spans that a configuration makes of a file; for shots and chapters they are found in its content.
 * @param duration seconds
 * @throws MediaError if it cannot be decoded
 */
async function findSpans(
  ctx: JobContext,
  file: FileRow,
  config: SegmentationConfig,
  duration: number,
): Promise<FoundSpans> {
  if (config.strategy === 'narrative') return chapterSpans(ctx, file, config, duration);
  if (config.strategy !== 'shot-detector') return { spans: cut(config, duration), note: null };
  ctx.progress('detecting shots');
  const path = await ctx.objects.path(fileKeys.original(file.id));
  const spans = spansOf(await findShots(ctx, path, config, duration));
  if (spans.length === 0) return { reason: NO_SCENES };
  const reason = tooMany(config, spans.length);
  return reason === undefined
    ? { spans, note: null }
    : { reason: `${reason}; raise shot_detector_config.min_seconds` };
}

/** Default widths. */
const THUMBNAIL_WIDTH = 640;
const KEYFRAME_WIDTH = 1024;

/** Cuts a file into segments and makes their thumbnails; then starts the collection files that wait for it. */
export const processSegmentation: JobHandler<'segmentation.process'> = {
  rows: segmentationLifecycle,
  async run(ctx, { segmentation_id }) {
    const row = await openRow(ctx.db, 'segmentations', segmentation_id);
    if (!row) return;
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return end(ctx, row, 'failed', file.reason);
    await start(ctx, row);
    const config = fromJson<SegmentationConfig>(row.config);
    const reason = cannotCut(file, config);
    if (reason !== undefined)
      return end(ctx, row, file.media_type === 'image' ? 'not_applicable' : 'failed', reason);
    const duration = durationOf(file);
    if (duration === null) return end(ctx, row, 'failed', 'the duration of the file is unknown');
    try {
      await cutAndKeep(ctx, row, file, config, duration);
    } catch (error) {
      await removeIfGone(ctx, 'segmentations', row.id, `segmentations/${row.id}`);
      await end(ctx, row, 'failed', mediaFault(ctx, error));
    }
  },
  exhausted: failsItsRow('segmentation.process'),
};

async function start(ctx: JobContext, row: SegmentationRow): Promise<void> {
  if (row.status !== 'pending') return;
  await ctx.write(async (trx) => {
    await trx.updateTable('segmentations').set({ status: 'processing' }).where('id', '=', row.id).execute();
    const payload = { segmentation_id: row.id, file_id: row.file_id };
    await emit(trx, ctx, 'segment.job.processing', row.account_id, payload);
  });
}

async function end(
  ctx: JobContext,
  row: SegmentationRow,
  status: 'failed' | 'not_applicable',
  error: string,
): Promise<void> {
  await ctx.write(async (trx) => {
    await endSegmentation(ctx, trx, row, { status, error });
  });
}

interface Picture extends Insertable<ThumbnailsTable> {
  readonly maxWidth: number;
}

async function cutAndKeep(
  ctx: JobContext,
  row: SegmentationRow,
  file: FileRow,
  config: SegmentationConfig,
  duration: number,
): Promise<void> {
  const path = await ctx.objects.path(fileKeys.original(file.id));
  const found = await findSpans(ctx, file, config, duration);
  if ('reason' in found) return end(ctx, row, 'not_applicable', found.reason);
  const { spans, note } = found;
  if (spans.length === 0) return end(ctx, row, 'failed', 'the selected part is outside the media');
  const segments = spans.map((span, position) => segmentRow(row, span, position));
  const pictures = file.media_type === 'video' ? picturesOf(row, config, segments) : [];
  ctx.progress(`cutting into ${segments.length} segments, extracting ${pictures.length} pictures`);
  await takePictures(ctx, path, duration, pictures, (jpeg, picture) =>
    ctx.objects.putBytes(picture.object_key, jpeg),
  );
  await ctx.write(async (trx) => {
    await write(trx, row, segments, pictures);
    await endSegmentation(ctx, trx, row, { status: 'completed', error: note });
  });
}

function segmentRow(row: SegmentationRow, span: FoundSpan, position: number): Insertable<SegmentsTable> {
  return {
    id: randomUUID(),
    account_id: row.account_id,
    segmentation_id: row.id,
    file_id: row.file_id,
    position,
    start_time: span.start,
    end_time: span.end,
    description: span.description ?? null,
  };
}

/** A thumbnail from the middle of each segment if wanted, and the requested key frames. */
function picturesOf(
  row: SegmentationRow,
  config: SegmentationConfig,
  segments: Insertable<SegmentsTable>[],
): Picture[] {
  const { frames_per_segment: frames = 1, max_width: width = KEYFRAME_WIDTH } = config.keyframe_config ?? {};
  const count = config.keyframe_config ? frames : 0;
  return segments.flatMap((segment) => {
    const span = { start: segment.start_time, end: segment.end_time };
    const folder = `segmentations/${segment.segmentation_id}`;
    const picture = (
      type: 'segment' | 'keyframe',
      name: string,
      time: number,
      maxWidth: number,
    ): Picture => ({
      id: randomUUID(),
      account_id: segment.account_id,
      file_id: segment.file_id,
      segmentation_id: segment.segmentation_id,
      segment_id: segment.id,
      type,
      time,
      object_key: `${folder}/${name}.jpg`,
      maxWidth,
    });
    const keyframes = timesInside(span, count).map((time, index) =>
      picture('keyframe', `keyframes/${segment.position}-${index}`, time, width),
    );
    if (row.segment_thumbnails === 0) return keyframes;
    const middle = timesInside(span, 1)[0] ?? span.start;
    const thumbnail = picture('segment', `segments/${segment.position}`, middle, THUMBNAIL_WIDTH);
    segment.thumbnail_key = thumbnail.object_key;
    return [thumbnail, ...keyframes];
  });
}

async function write(
  trx: Trx,
  row: SegmentationRow,
  segments: readonly Insertable<SegmentsTable>[],
  pictures: readonly Picture[],
): Promise<void> {
  await trx.deleteFrom('segments').where('segmentation_id', '=', row.id).execute();
  await insertAll(trx, 'segments', segments);
  const rows = pictures.map(({ maxWidth: _, ...picture }) => picture);
  await insertAll(trx, 'thumbnails', rows);
}
