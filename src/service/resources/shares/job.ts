/**
 * Shares of a file or a segment. The job packages its stream as HLS under `shares/ID/`; rows, their links and facts
 * about the stream go out, and pages/ shows them to people without an account.
 */

import { createWriteStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MediaError } from '../../../media/errors.ts';
import { type HlsPackage, packageHls } from '../../../media/hls/hls.ts';
import { parsePlaylist } from '../../../media/hls/playlist.ts';
import { probe } from '../../../media/probe/probe.ts';
import { type JobContext, type JobHandler, PermanentError, RetryLater } from '../../jobs/handlers.ts';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { toJson } from '../../store/sql/json.ts';
import { checkRoom } from '../common/disk-room.ts';
import type { StreamFacts } from './facts.ts';
import { type ShareRow, shareById } from './rows.ts';

/**
 * A share does not wait here for its file: its job checks for the file's content, which exists before processing ends.
 */
export const shareLifecycle = declareLifecycle('share.package', {
  table: 'shares',
  key: { share_id: 'id' },
  file: 'file_id',
  work: 'packaging a share',
  objects: { folder: 'shares' },
  fail: async (_ctx, trx, { share_id }, error) => {
    await trx.updateTable('shares').set({ status: 'failed', error }).where('id', '=', share_id).execute();
  },
});

/** How often a share checks whether its file is ready, in milliseconds. */
const WAIT_MS = 2000;

const MEDIA_FAULTS = ['unreadable', 'unsupported', 'time-limit', 'size-limit'];

/** Packages the stream of a share: HLS under `shares/ID/`, copied if browsers play the codecs. */
export const packageShare: JobHandler<'share.package'> = {
  rows: shareLifecycle,
  run: async (ctx, { share_id }) => {
    const row = await shareById(ctx.db, share_id);
    if (!row || row.status === 'completed' || row.status === 'failed') return;
    const original = await originalOf(ctx, row);
    if (!(await finish(ctx, row.id, { status: 'processing' }))) return;
    await checkRoom(ctx, 'before');
    const stream = await makeStream(ctx, row, original);
    if (await finish(ctx, row.id, { status: 'completed', stream: toJson(stream) })) return;
    // It was deleted in the meantime; anything made since would stay forever.
    await ctx.objects.deletePrefix(`shares/${row.id}`);
  },

  exhausted: async (ctx, { share_id }, reason) => {
    await finish(ctx, share_id, { status: 'failed', error: reason });
    await ctx.objects.deletePrefix(`shares/${share_id}`);
  },
};

/** Writes the result; false if the share no longer exists. */
function finish(
  ctx: JobContext,
  id: string,
  change: { status: 'processing' | 'completed' | 'failed'; stream?: string; error?: string },
): Promise<boolean> {
  return ctx.write(async (trx) => {
    const done = await trx.updateTable('shares').set(change).where('id', '=', id).executeTakeFirst();
    return done.numUpdatedRows > 0n;
  });
}

/** The object key of the original. @throws RetryLater while the file is still being ingested */
async function originalOf(ctx: JobContext, row: ShareRow): Promise<string> {
  const file = await ctx.db
    .selectFrom('files')
    .select(['status', 'error', 'object_key'])
    .where('id', '=', row.file_id)
    .executeTakeFirst();
  if (file?.status === 'failed')
    throw new PermanentError(`the file failed: ${file.error ?? 'unknown reason'}`);
  if (!file?.object_key) throw new RetryLater('the file is still being ingested', WAIT_MS);
  return file.object_key;
}

async function makeStream(ctx: JobContext, row: ShareRow, original: string): Promise<StreamFacts> {
  const source = await ctx.objects.path(original);
  const folder = await ctx.objects.tmpFolder();
  try {
    const probed = await probe(source, { ffmpeg: ctx.ffmpeg, signal: ctx.signal });
    // An image has no stream: its page shows it as it is.
    if (probed.media_type === 'image') return { duration: 0, download_key: original };
    const out = path.join(folder, 'stream');
    const made = await packageHls(source, out, {
      ffmpeg: ctx.ffmpeg,
      signal: ctx.signal,
      probed,
      startSeconds: row.segment_start ?? undefined,
      endSeconds: row.segment_end ?? undefined,
    });
    const whole = row.segment_start === null;
    if (!whole) await joinParts(made, path.join(out, 'download.mp4'));
    await ctx.objects.putFolder(`shares/${row.id}`, out);
    const downloadKey = whole ? original : `shares/${row.id}/download.mp4`;
    return { duration: made.durationSeconds, download_key: downloadKey };
  } catch (error) {
    // A fault of the media will not go away with a retry.
    if (error instanceof MediaError && MEDIA_FAULTS.includes(error.code))
      throw new PermanentError(error.message.replace(path.basename(source), row.filename));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The concatenated parts of a stream are a playable file (fragmented MP4): the download of a segment. */
async function joinParts(made: HlsPackage, target: string): Promise<void> {
  const folder = path.dirname(made.playlist);
  const { header, segments } = parsePlaylist(await readFile(made.playlist, 'utf8'));
  const init = header.flatMap((line) => /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1] ?? []);
  for (const name of [...init, ...segments.map(({ uri }) => uri)]) {
    const part = await open(path.join(folder, name));
    await pipeline(part.createReadStream(), createWriteStream(target, { flags: 'a' }));
  }
}
