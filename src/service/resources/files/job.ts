/**
 * Files. Bytes come in by upload or from a URL; the job probes them, makes a thumbnail, and starts what waits for the
 * file. Its original and record go into the object storage (keys.ts, record.ts).
 */

import {
  checkSound,
  MediaError,
  type MediaProbe,
  mainAudio,
  probe,
  thumbnailAt,
  toMediaInfo,
  toVideoInfo,
} from '../../../media/index.ts';
import { emit } from '../../events/outbox.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { failsItsRow } from '../../jobs/handlers.ts';
import { indexFile } from '../../search/filters/file-values/index-files.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { FileRow } from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import { openRow, removeIfGone } from '../common/rows.ts';
import { hashed } from './intake/content.ts';
import { fileKeys } from './keys.ts';
import { failFile, fileLifecycle } from './lifecycle.ts';

/**
 * Longest media to ingest, in hours: two days of camera footage. A kilobyte can claim to last for years, and its
 * frames, segments and streams would fill any disk.
 */
const MOST_HOURS = 48;

/** @throws MediaError if the media is too long */
function checkLength({ duration_seconds: seconds }: MediaProbe): void {
  if (seconds === null || seconds <= MOST_HOURS * 3600) return;
  const hours = Math.round(seconds / 3600);
  throw new MediaError('unsupported', `its duration is ${hours} hours; at most ${MOST_HOURS} are allowed`);
}

/**
 * Probes a file and makes its thumbnail; then starts what waits for it. One that is still at its URL is fetched first, by
 * a job of its own: a server that takes long keeps nobody's files from being probed.
 */
export const processFile: JobHandler<'file.process'> = {
  rows: fileLifecycle,
  async run(ctx, { file_id }) {
    const file = await openFile(ctx, file_id);
    if (!file) return;
    if (file.object_key === null && file.source_url !== null) return await startFetch(ctx, file);
    try {
      const isUnread = file.object_key !== null && file.content_hash === null;
      await measure(ctx, isUnread ? await hashed(ctx, file) : file);
    } catch (error) {
      await removeIfGone(ctx, 'files', file.id, fileKeys.prefix(file.id));
      await fail(ctx, file, mediaFault(ctx, error));
    }
  },
  exhausted: failsItsRow('file.process'),
};

/** Marks the file as processing; undefined if it is finished or gone. */
async function openFile(ctx: JobContext, id: string): Promise<FileRow | undefined> {
  const file = await openRow(ctx.db, 'files', id);
  if (file?.status !== 'pending') return file;
  await ctx.write(async (trx) => {
    await trx.updateTable('files').set({ status: 'processing' }).where('id', '=', id).execute();
    await emit(trx, ctx, 'file.job.processing', file.account_id, { id, object: 'file' });
  });
  return { ...file, status: 'processing' };
}

function startFetch(ctx: JobContext, { id, account_id: accountId }: FileRow): Promise<void> {
  return ctx.write(async (trx) => {
    await ctx.queue.enqueue(trx, 'file.fetch', { file_id: id }, { owner: { accountId, fileId: id } });
  });
}

async function fail(ctx: JobContext, file: FileRow, reason: string): Promise<void> {
  await ctx.write(async (trx) => {
    await failFile(ctx, trx, file, reason);
  });
}

async function measure(ctx: JobContext, file: FileRow): Promise<void> {
  const path = await ctx.objects.path(fileKeys.original(file.id));
  ctx.progress('measuring');
  const found = await probe(path, { ffmpeg: ctx.ffmpeg, signal: ctx.signal });
  checkLength(found);
  const thumbnail = found.media_type === 'audio' ? undefined : thumbnailTime(found);
  if (thumbnail === undefined) {
    const { index, channels } = mainAudio(found) ?? {};
    await checkSound(path, { ffmpeg: ctx.ffmpeg, signal: ctx.signal, streamIndex: index, channels });
  } else await makeThumbnail(ctx, file, path, found, thumbnail);
  await ctx.write(async (trx) => {
    await complete(ctx, trx, file, found, thumbnail);
  });
}

/** A tenth into the film, past black leaders and logos, but at most ten seconds. */
function thumbnailTime({ duration_seconds: duration }: MediaProbe): number {
  return duration === null ? 0 : Math.min(duration / 10, 10);
}

async function makeThumbnail(
  ctx: JobContext,
  file: FileRow,
  path: string,
  { duration_seconds: duration }: MediaProbe,
  seconds: number,
): Promise<void> {
  const target = await ctx.objects.tmpFile('.jpg');
  await thumbnailAt(
    path,
    seconds,
    { ffmpeg: ctx.ffmpeg, duration, maxWidth: 640, signal: ctx.signal },
    target,
  );
  await ctx.objects.put(fileKeys.thumbnail(file.id), target);
}

async function complete(
  ctx: JobContext,
  trx: Trx,
  file: FileRow,
  found: MediaProbe,
  thumbnail: number | undefined,
): Promise<void> {
  const media = toMediaInfo(found);
  const { duration_seconds, height, width, format, has_audio } = media;
  await trx
    .updateTable('files')
    .set({
      status: 'completed',
      error: null,
      bytes: found.size,
      media_type: found.media_type,
      media_info: toJson(media),
      video_info: toJson(toVideoInfo(found) ?? { duration_seconds, height, width, format, has_audio }),
      has_thumbnail: thumbnail === undefined ? 0 : 1,
    })
    .where('id', '=', file.id)
    .execute();
  await indexFile(trx, file.id);
  if (thumbnail !== undefined) await noteThumbnail(trx, file, thumbnail);
  const payload = { id: file.id, object: 'file', media_type: found.media_type };
  await emit(trx, ctx, 'file.job.completed', file.account_id, payload);
  await ctx.lifecycle.ended(trx, 'file.process', { file_id: file.id });
}

async function noteThumbnail(trx: Trx, file: FileRow, time: number): Promise<void> {
  await trx.deleteFrom('thumbnails').where('file_id', '=', file.id).where('type', '=', 'file').execute();
  await trx
    .insertInto('thumbnails')
    .values({
      id: crypto.randomUUID(),
      account_id: file.account_id,
      file_id: file.id,
      type: 'file',
      time,
      object_key: fileKeys.thumbnail(file.id),
    })
    .execute();
}
