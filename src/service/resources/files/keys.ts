import { type JobContext, RetryLater } from '../../jobs/handlers.ts';
import type { FileRow } from '../common/lookup.ts';

/**
 * The file of a job outside collections, once it is ready; or why it failed.
 * @throws RetryLater while it is not ready; the end of its processing starts the job again
 */
export async function fileOfJob(ctx: JobContext, id: string): Promise<FileRow | { reason: string }> {
  const file = await ctx.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (file.status === 'failed') return { reason: `the file failed: ${file.error ?? ''}` };
  if (file.status !== 'completed') throw new RetryLater('the file is not ready yet', 5_000);
  return file;
}

/** File name of the record beside an original: the facts of its row that the original does not contain. */
export const RECORD = 'file.json';

/** Object keys of a file. */
export const fileKeys = {
  prefix: (id: string) => `files/${id}`,
  original: (id: string) => `files/${id}/original`,
  thumbnail: (id: string) => `files/${id}/thumbnail.jpg`,
  subtitles: (id: string) => `files/${id}/subtitles`,
  /** A transcript corrected by hand. @param mark tells it from an earlier one, which a job may still read */
  transcript: (id: string, mark: string) => `files/${id}/transcript-${mark}`,
  record: (id: string) => `files/${id}/${RECORD}`,
};
