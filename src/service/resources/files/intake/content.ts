import { rm } from 'node:fs/promises';
import { failsItsRow, type JobContext, type JobHandler, PermanentError } from '../../../jobs/handlers.ts';
import { LeaseLost } from '../../../queue/queue.ts';
import { digestOf } from '../../../store/objects/durable.ts';
import type { FileRow } from '../../common/lookup.ts';
import { openRow, removeIfGone } from '../../common/rows.ts';
import { fileKeys } from '../keys.ts';
import { failFile } from '../lifecycle.ts';
import { keepRecord } from '../record.ts';
import { type Fetched, fetchSource, SourceRefused } from './fetch.ts';

/** Fetches the content of a file from its URL into the storage, unless it is there. @returns why the URL is refused, if it is */
async function fetchContent(ctx: JobContext, file: FileRow): Promise<string | undefined> {
  if (file.object_key !== null || file.source_url === null) return undefined;
  const key = fileKeys.original(file.id);
  // It may have been fetched before a crash or before a database restore: never overwrite it.
  if ((await ctx.objects.size(key)) !== undefined) {
    await keepContent(ctx, file, await digestOf(await ctx.objects.path(key)));
    return undefined;
  }
  let fetched: Fetched;
  try {
    ctx.progress('fetching');
    fetched = await fetchSource(ctx, file.source_url);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return error.message;
  }
  try {
    await ctx.objects.put(key, fetched.path);
  } finally {
    await rm(fetched.path, { force: true });
  }
  await keepContent(ctx, file, fetched);
  return undefined;
}

/** Reads an original in place for the first time: ingesting it answers before this, as it can take long. */
export async function hashed(ctx: JobContext, file: FileRow): Promise<FileRow> {
  ctx.progress('reading the file');
  const key = fileKeys.original(file.id);
  const digest = await digestOf(await ctx.objects.path(key), ctx.signal);
  const fault = await ctx.objects.fault(key);
  // It may have been written to while it was read.
  if (fault !== undefined) throw new PermanentError(fault);
  return keepContent(ctx, file, digest);
}

/** Records what the original is, beside it and in its row. */
async function keepContent(
  ctx: JobContext,
  file: FileRow,
  { bytes, hash }: Pick<Fetched, 'bytes' | 'hash'>,
): Promise<FileRow> {
  const content = { object_key: fileKeys.original(file.id), bytes, content_hash: hash };
  const present = { ...file, ...content };
  await keepRecord(ctx.objects, present);
  try {
    await ctx.write(async (trx) => {
      await trx.updateTable('files').set(content).where('id', '=', file.id).execute();
    });
  } catch (error) {
    if (error instanceof LeaseLost) await removeIfGone(ctx, 'files', file.id, fileKeys.prefix(file.id));
    throw error;
  }
  return present;
}

/** Fetches a file from its URL; then lets it be processed. */
export const fetchFile: JobHandler<'file.fetch'> = {
  async run(ctx, { file_id }) {
    const file = await openRow(ctx.db, 'files', file_id);
    if (!file) return;
    const refused = await fetchContent(ctx, file);
    await ctx.write(async (trx) => {
      if (refused !== undefined) await failFile(ctx, trx, file, refused);
      else await ctx.lifecycle.start(trx, 'file.process', { file_id });
    });
  },
  exhausted: failsItsRow('file.process'),
};
