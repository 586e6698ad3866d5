/** Waits until something has ended. One engine for every kind. */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, NetworkError } from '../errors.ts';
import type { Seen } from './kinds.ts';

export interface WaitOptions {
  /** Longest wait, in seconds; 0 looks once. */
  readonly timeout: number;
  /** Seconds before the second look, above 0; each later pause is half as long again, up to 30 s. */
  readonly interval: number;
  /** Looks in a row that may fail (no network, a fault of the service, too many requests); default 5. */
  readonly faults?: number;
  /** Looks in a row that may show a state nobody knows: it may pass, as a queue does; default 10. */
  readonly strange?: number;
  readonly signal?: AbortSignal | undefined;
  /** Told each time the state or the progress differs from the look before. */
  readonly onChange?: (seen: Seen) => void;
  /** Told of a look that failed and will be repeated. */
  readonly onFault?: (error: Error) => void;
}

/** How it ended. `seen` is the last good look; undefined when there was none in time. */
export type Outcome =
  | { readonly outcome: 'completed' | 'failed' | 'cancelled' | 'unknown'; readonly seen: Seen }
  | { readonly outcome: 'timed_out'; readonly seen: Seen | undefined };

/** Gives the state now. The signal is aborted when the time is up. */
export type Look = (signal: AbortSignal | undefined) => Promise<Seen>;

/** Seconds. */
const longestPause = 30;
/** Milliseconds: a longer timer of Node fires at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Looks until the state is one that ends, the time is up, or too many looks in a row have failed.
 * A state nobody knows is never a success: it is looked at some more, as it may pass, and then ends the wait as unknown.
 * @param look gives the state now; the signal it gets is aborted when the time is up
 * @param options times in seconds
 * @throws the last error when the faults are used up, an error that will not pass, or AbortError
 */
export async function waitUntilDone(look: Look, options: WaitOptions): Promise<Outcome> {
  const clock = new Clock(options);
  let last: Seen | undefined;
  let faults = 0;
  let strange = 0;
  for (;;) {
    const seen = await tryLook(look, clock, options.signal);
    if (seen === 'late') return { outcome: 'timed_out', seen: last };
    if (seen instanceof Error) {
      faults += 1;
      if (faults > (options.faults ?? 5)) throw seen;
      options.onFault?.(seen);
    } else {
      faults = 0;
      if (changed(last, seen)) options.onChange?.(seen);
      last = seen;
      strange = seen.standing === 'unknown' ? strange + 1 : 0;
      if (seen.standing !== 'working' && (seen.standing !== 'unknown' || strange > (options.strange ?? 10)))
        return { outcome: seen.standing, seen };
    }
    if (!(await clock.pause(seen instanceof ApiError ? seen.retryAfter : undefined)))
      return { outcome: 'timed_out', seen: last };
  }
}

/** A look's answer, its passing fault, or 'late' when the time ran out during it. Throws what will not pass. */
async function tryLook(
  look: Look,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Seen | Error | 'late'> {
  const limit = clock.limit();
  try {
    return await look(limit);
  } catch (error) {
    signal?.throwIfAborted();
    if (limit?.aborted) return 'late';
    if (isPassing(error)) return error;
    throw error;
  }
}

function isPassing(error: unknown): error is ApiError | NetworkError {
  return (
    error instanceof NetworkError || (error instanceof ApiError && (error.retryable || error.status >= 500))
  );
}

const changed = (before: Seen | undefined, now: Seen): boolean =>
  before?.status !== now.status || before.progress !== now.progress;

/** The time that is left, and the growing pauses in it. */
class Clock {
  readonly #end: number;
  readonly #once: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #longest: number;
  #next: number;

  constructor({ timeout, interval, signal }: WaitOptions) {
    this.#end = performance.now() + timeout * 1000;
    this.#once = timeout === 0;
    this.#signal = signal;
    this.#longest = Math.max(longestPause, interval);
    this.#next = interval;
  }

  /** Milliseconds left, as long as a timer can be. */
  left(): number {
    return Math.min(longestTimer, this.#end - performance.now());
  }

  /** Aborted when the time is up or the caller gives up. A wait of no time is one look, which has its own limits. */
  limit(): AbortSignal | undefined {
    if (this.#once) return this.#signal;
    const late = AbortSignal.timeout(Math.max(1, Math.ceil(this.left())));
    return this.#signal ? AbortSignal.any([late, this.#signal]) : late;
  }

  /** Pauses, a fifth more or less so that many who wait do not look at once. False when the time is up. */
  async pause(atLeast = 0): Promise<boolean> {
    const seconds = Math.max(atLeast, Math.min(this.#next, this.#longest) * (0.8 + Math.random() * 0.4));
    this.#next *= 1.5;
    const time = Math.min(seconds * 1000, Math.max(0, this.left()));
    await pause(time, undefined, this.#signal ? { signal: this.#signal } : {});
    return this.left() > 0;
  }
}
