import { statfs } from 'node:fs/promises';
import type { NetworkError } from '../../../client/errors.ts';
import { shown } from '../../../client/network/fetch.ts';
import { CliError, LocalError } from '../../errors/errors.ts';
import { exit } from '../../errors/exit.ts';
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

/** What to do on a closed network, or after a connection broke. @param have bytes that have arrived and are kept */
export function outOfReach(url: string, error: NetworkError, have = 0): CliError {
  const kept =
    have > 0 ? ` ${formatBytes(have)} have arrived and are kept: the same command goes on there.` : '';
  return new CliError(
    `${shown(url)} could not be fetched: ${error.message}.${kept}`,
    exit.network,
    'network',
    {
      hint:
        'Behind a proxy, set HTTPS_PROXY, and --ca-file for its certificates. On a closed network, bring the files on a ' +
        'disk or a mirror: --from FOLDER or --from URL; packages come from --registry URL.',
      retryable: true,
    },
  );
}
