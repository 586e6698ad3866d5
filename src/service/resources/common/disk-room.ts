import { statfs } from 'node:fs/promises';
import { type JobContext, RetryLater } from '../../jobs/handlers.ts';

/** The disk got full while a job wrote. It may be what filled it, so it is not tried for ever. */
class RoomUsedUp extends Error {
  override readonly name = 'RoomUsedUp';
  readonly code = 'disturbed';
}

/** Interval at which a job looks for room, in milliseconds. */
const NO_ROOM_MS = 10_000;

/**
 * Checks that the disk has room for more: a full disk would stop the database.
 * @param when before a job writes anything, or in the middle of it
 * @throws an error that puts the job back if less than `config.minFreeBytes` would be left: until there is room if it has
 * written nothing, else three times
 */
export async function checkRoom({ config }: JobContext, when: 'before' | 'between'): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const { minFreeBytes } = config;
  if (bavail * bsize >= minFreeBytes) return;
  const megabytes = Math.ceil(minFreeBytes / 1024 ** 2);
  const why = `the disk of the data folder is almost full: less than ${megabytes} MB are left`;
  throw when === 'before' ? new RetryLater(why, NO_ROOM_MS) : new RoomUsedUp(why);
}
