import { rm } from 'node:fs/promises';
import type { JobContext } from '../../jobs/handlers.ts';
import type { FileRow } from '../common/lookup.ts';
import { type Fetched, fetchSource, SourceRefused } from './fetch.ts';
import { fileKeys } from './keys.ts';

/** The file with its content in the storage, fetched if need be; or why its address is refused. */
export async function contentOf(ctx: JobContext, file: FileRow): Promise<FileRow | { refused: string }> {
  if (file.object_key !== null || file.source_url === null) return file;
  let fetched: Fetched;
  try {
    ctx.progress('fetching');
    fetched = await fetchSource(ctx, file.source_url);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { refused: error.message };
  }
  const content = {
    object_key: fileKeys.original(file.id),
    bytes: fetched.bytes,
    content_hash: fetched.hash,
  };
  try {
    await ctx.objects.put(content.object_key, fetched.path);
  } finally {
    await rm(fetched.path, { force: true });
  }
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await trx.updateTable('files').set(content).where('id', '=', file.id).execute();
  });
  return { ...file, ...content };
}
