import { statfs } from 'node:fs/promises';
import { type JobContext, PermanentError } from '../../jobs/handlers.ts';

/**
 * Looks whether the disk has room for more pictures: what fills the last of it takes the store down with it.
 * @throws PermanentError when less than `config.minFreeBytes` would be left
 */
export async function checkRoom({ config }: JobContext): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize >= config.minFreeBytes) return;
  const megabytes = Math.ceil(config.minFreeBytes / 1024 ** 2);
  throw new PermanentError(`the disk of the data folder is nearly full: less than ${megabytes} MB are left`);
}
