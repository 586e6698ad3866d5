import { statfs } from 'node:fs/promises';
import { type JobContext, RetryLater } from '../../jobs/handlers.ts';

/** Interval at which a job looks for room, in milliseconds. */
const NO_ROOM_MS = 10_000;

/**
 * Checks that the disk has room for more frames: a full disk would stop the database.
 * @throws RetryLater if less than `config.minFreeBytes` would be left
 */
export async function checkRoom({ config }: JobContext): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir);
  if (bavail * bsize >= config.minFreeBytes) return;
  const megabytes = Math.ceil(config.minFreeBytes / 1024 ** 2);
  throw new RetryLater(
    `the disk of the data folder is almost full: less than ${megabytes} MB are left`,
    NO_ROOM_MS,
  );
}
