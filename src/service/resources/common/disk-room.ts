import { statfs } from 'node:fs/promises';
import { type JobContext, PermanentError } from '../../jobs/handlers.ts';

/**
 * Checks that the disk has room for more frames: a full disk would stop the database.
 * @throws PermanentError if less than `config.minFreeBytes` would be left
 */
export async function checkRoom({ config }: JobContext): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize >= config.minFreeBytes) return;
  const megabytes = Math.ceil(config.minFreeBytes / 1024 ** 2);
  throw new PermanentError(`the disk of the data folder is almost full: less than ${megabytes} MB are left`);
}
