import { statfs } from 'node:fs/promises';
import type { ServiceConfig } from '../context/config.ts';
import { pause } from '../jobs/worker/pause.ts';
import type { Log } from '../log.ts';

/** Interval between two looks at the disk, in milliseconds. */
const LOOK_MS = 5_000;

/** Free space on the disk of a folder, in bytes. @throws the system's error if it is not there */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type Limits = Pick<ServiceConfig, 'dataDir' | 'minFreeBytes'>;

/**
 * Says that jobs and uploads wait for room, and what to do; undefined if there is enough.
 * @throws the system's error if the data folder is not there
 */
export async function shortOfRoom({ dataDir, minFreeBytes }: Limits): Promise<string | undefined> {
  if ((await freeBytes(dataDir)) >= minFreeBytes) return undefined;
  const megabytes = Math.ceil(minFreeBytes / 1024 ** 2);
  return `less than ${megabytes} MB are free on the disk of the data folder: free some space, and what waits goes on`;
}

/**
 * Logs when the disk gets almost full and when there is room again, once each. A worker that puts a job back for want of room
 * does so every few seconds, and each worker for itself: none of them says so.
 */
export function watchDisk(context: { readonly config: Limits; readonly log: Log }): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const watched = look(context, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return watched;
    },
  };
}

async function look({ config, log }: Parameters<typeof watchDisk>[0], signal: AbortSignal): Promise<void> {
  let isShort = false;
  while (!signal.aborted) {
    try {
      const problem = await shortOfRoom(config);
      if (problem !== undefined && !isShort) log.warn(problem);
      if (problem === undefined && isShort)
        log.warn('the disk of the data folder has enough room again: what waited goes on');
      isShort = problem !== undefined;
    } catch {
      // The data folder is gone: whoever needs it says so.
    }
    await pause(LOOK_MS, signal);
  }
}
