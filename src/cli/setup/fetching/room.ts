import { statfs } from 'node:fs/promises';
import { LocalError } from '../../errors/errors.ts';
import { formatBytes } from '../../output/format.ts';

/** Stays free beside what is set up, for the service's own data. */
const MARGIN = 256 * 1024 ** 2;

/** Refuses what the disk of a folder has no room for, before anything is fetched. @throws LocalError */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + MARGIN) return;
  throw new LocalError(
    `The disk of ${folder} has ${formatBytes(free)} free; this needs ${formatBytes(bytes)}, and ${formatBytes(MARGIN)} must stay free`,
    { hint: 'Free some space, or choose another folder with --data-dir.', code: 'disk_full' },
  );
}

/** A full disk in plain words. */
export function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
