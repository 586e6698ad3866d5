/** Each megabyte of a file delays its jobs in the order by this many milliseconds, up to a limit. */
const BEHIND_MS = 100;
const MOST_BEHIND_MS = 600_000;
const MEGABYTE = 1e6;

/**
 * The place of a job in its round, lower first.
 * @param runAt earliest time to run, in Unix milliseconds
 * @param bytes size of the file it works on; 0 if there is none
 */
export function rankOf(runAt: number, bytes: number): number {
  return runAt + Math.min(MOST_BEHIND_MS, Math.round((bytes / MEGABYTE) * BEHIND_MS));
}
