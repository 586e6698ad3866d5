import { setTimeout as sleep } from 'node:timers/promises';
import { MediaError } from './errors.ts';

/** Pauses before further tries, in milliseconds. */
const PAUSES_MS = [500, 2_000, 5_000];

/**
 * Does something again that the machine disturbed (a program was killed or held up from outside, or had no room), up to three
 * times.
 * @param onAgain called before each further try with what went wrong
 * @throws MediaError `disturbed` or `disk-full` if that happened each time; the first other error
 */
export async function undisturbed<Result>(
  work: () => Promise<Result>,
  { signal, onAgain }: { signal?: AbortSignal; onAgain?: (reason: MediaError) => void } = {},
): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isDisturbed(error)) throw error;
      onAgain?.(error);
      await sleep(pause, undefined, { ...(signal && { signal }) });
    }
  }
  return work();
}

/** Whether a media program failed because of the machine, and may succeed another time. */
export function isDisturbed(error: unknown): error is MediaError {
  return error instanceof MediaError && ['disturbed', 'disk-full'].includes(error.code);
}
