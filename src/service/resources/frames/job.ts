/**
 * Frames of files at even intervals. A file and a configuration come in; pictures in the object storage and rows with
 * their times go out, and face detections that wait for them start.
 */

import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { frameImages, frameJpegs, pastEnd } from '../../../media/index.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { insertAll } from '../../store/sql/insert.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { ThumbnailsTable, Trx } from '../../store/sql/schema.ts';
import { isMachineTrouble } from '../../trouble.ts';
import { checkRoom } from '../common/disk-room.ts';
import { durationOf, type FileRow } from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import { openRow, removeIfGone } from '../common/rows.ts';
import { fileKeys, fileOfJob } from '../files/keys.ts';
import { type FullFrameConfig, hasThumbnails } from './config.ts';
import type { FrameExtractionRow } from './rows.ts';
import { cannotExtract } from './rules.ts';

/** Object keys of an extraction. */
export const frameKeys = {
  prefix: (id: string) => `frames/${id}`,
  frame: (id: string, index: number) => `frames/${id}/${index}.jpg`,
};

/** Ends an extraction; detections that wait for its frames start, or fail with it. */
export async function endExtraction(
  { lifecycle: waiting }: Pick<EndContext, 'lifecycle'>,
  trx: Trx,
  id: string,
  ended: ({ status: 'completed'; error: null } | { status: 'failed'; error: string }) & {
    frame_count?: number;
  },
): Promise<void> {
  await trx.updateTable('frame_extractions').set(ended).where('id', '=', id).execute();
  const own = { frame_extraction_id: id };
  if (ended.status === 'completed') await waiting.ended(trx, 'frames.extract', own);
  else await waiting.failed(trx, 'frames.extract', own, `frame extraction failed: ${ended.error}`);
}

/** A frame extraction waits for its file. */
export const framesLifecycle = declareLifecycle('frames.extract', {
  table: 'frame_extractions',
  key: { frame_extraction_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  work: 'extracting frames',
  objects: { folder: 'frames' },
  fail: async (ctx, trx, { frame_extraction_id: id }, error) => {
    await endExtraction(ctx, trx, id, { status: 'failed', error });
  },
});

/** Extracts the frames of a file; then starts the face detections that wait for them. */
export const extractFrames: JobHandler<'frames.extract'> = {
  rows: framesLifecycle,
  async run(ctx, { frame_extraction_id }) {
    const row = await openRow(ctx.db, 'frame_extractions', frame_extraction_id);
    if (!row) return;
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return fail(ctx, row, file.reason);
    const config = fromJson<FullFrameConfig>(row.config);
    const reason = cannotExtract(file, config);
    if (reason !== undefined) return fail(ctx, row, reason);
    await takeBack(ctx, row);
    try {
      await extract(ctx, row, file, config);
    } catch (error) {
      await removeIfGone(ctx, 'frame_extractions', row.id, frameKeys.prefix(row.id));
      // They are made again, and may be what filled the disk.
      if (isMachineTrouble(error)) await ctx.objects.deletePrefix(frameKeys.prefix(row.id));
      await fail(ctx, row, mediaFault(ctx, error));
    }
  },
  async exhausted(ctx, { frame_extraction_id }, reason) {
    const row = await openRow(ctx.db, 'frame_extractions', frame_extraction_id);
    if (row) await fail(ctx, row, reason);
  },
};

/** Deletes what an earlier attempt wrote: frames get new ids. */
async function takeBack(ctx: JobContext, row: FrameExtractionRow): Promise<void> {
  await ctx.write(async (trx) => {
    await trx
      .updateTable('frame_extractions')
      .set({ status: 'processing' })
      .where('id', '=', row.id)
      .execute();
    await trx.deleteFrom('thumbnails').where('frame_extraction_id', '=', row.id).execute();
  });
}

/** Frames written before the failure are useless, and may be what filled the disk. */
async function fail(ctx: JobContext, row: FrameExtractionRow, error: string): Promise<void> {
  await takeBack(ctx, row);
  await ctx.objects.deletePrefix(frameKeys.prefix(row.id));
  await ctx.write(async (trx) => {
    await endExtraction(ctx, trx, row.id, { status: 'failed', error });
  });
}

/** Rows per portion. Frames are written along the way, so that memory does not grow with the film. */
const PORTION = 200;

async function extract(
  ctx: JobContext,
  row: FrameExtractionRow,
  file: FileRow,
  config: FullFrameConfig,
): Promise<void> {
  await checkRoom(ctx, 'before');
  let rows: Insertable<ThumbnailsTable>[] = [];
  let count = 0;
  const kept = hasThumbnails(config);
  ctx.progress('extracting frames');
  for await (const { seconds, jpeg } of picturesOf(ctx, file, config)) {
    const key = kept ? frameKeys.frame(row.id, count) : '';
    if (kept) await ctx.objects.putBytes(key, jpeg);
    rows.push(frameRow(row, seconds, key));
    count += 1;
    if (rows.length < PORTION) continue;
    await checkRoom(ctx, 'between');
    await write(ctx, rows);
    ctx.progress(`${count} frames extracted`);
    rows = [];
  }
  await write(ctx, rows);
  await ctx.write(async (trx) => {
    await endExtraction(ctx, trx, row.id, { status: 'completed', error: null, frame_count: count });
  });
}

/** No frame past the end of the file, whatever the timestamps and the request say. */
function endOf(file: FileRow, { end_time_seconds: end }: FullFrameConfig): number | undefined {
  const duration = durationOf(file);
  return duration === null ? end : Math.min(end ?? pastEnd(duration), pastEnd(duration));
}

async function* picturesOf(
  ctx: JobContext,
  file: FileRow,
  config: FullFrameConfig,
): AsyncGenerator<{ seconds: number; jpeg: Buffer }> {
  const { frames_per_second: fps, max_width: maxWidth } = config.uniform_config;
  const options = { ffmpeg: ctx.ffmpeg, maxWidth, signal: ctx.signal };
  const path = await ctx.objects.path(fileKeys.original(file.id));
  if (file.media_type === 'image') yield* await frameImages(path, [0], options);
  else
    yield* frameJpegs(path, {
      ...options,
      fps,
      startSeconds: config.start_time_seconds,
      endSeconds: endOf(file, config),
    });
}

function frameRow(row: FrameExtractionRow, time: number, key: string): Insertable<ThumbnailsTable> {
  return {
    id: randomUUID(),
    account_id: row.account_id,
    file_id: row.file_id,
    frame_extraction_id: row.id,
    type: 'frame',
    time: Math.round(time * 1e6) / 1e6,
    object_key: key,
  };
}

async function write(ctx: JobContext, rows: readonly Insertable<ThumbnailsTable>[]): Promise<void> {
  await ctx.write((trx) => insertAll(trx, 'thumbnails', rows));
}
