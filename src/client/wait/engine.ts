/** Polls until a job has finished. One engine for every kind. */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, NetworkError } from '../errors.ts';
import type { Seen } from './kinds.ts';

export interface WaitOptions {
  /** Timeout in seconds; 0 polls once. */
  readonly timeout: number;
  /** First poll interval in seconds, above 0; each later one is half as long again, up to 30 s. */
  readonly interval: number;
  /** Failed polls in a row to tolerate (network, service error, rate limit); default 5. */
  readonly faults?: number;
  /** Polls in a row with an unknown state to tolerate, because it may pass; default 10. */
  readonly strange?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when the state or the progress has changed since the last poll. */
  readonly onChange?: (seen: Seen) => void;
  /** Called when a poll has failed and will be retried. */
  readonly onFault?: (error: Error) => void;
}

/** The outcome. `seen` is the last successful poll; undefined if there was none in time. */
export type Outcome =
  | { readonly outcome: 'completed' | 'failed' | 'cancelled' | 'unknown'; readonly seen: Seen }
  | { readonly outcome: 'timed_out'; readonly seen: Seen | undefined };

/** Returns the current state. The signal is aborted at the timeout. */
export type Look = (signal: AbortSignal | undefined) => Promise<Seen>;

/** Maximum poll interval in seconds. */
const longestPause = 30;
/** Milliseconds; a longer Node timer fires at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * Polls until a final state, the timeout, or too many failures in a row. An unknown state never counts as
 * success: after some more polls it ends the wait as unknown. @param look returns the current state; its
 * signal is aborted at the timeout @param options times in seconds @throws the last error after too many
 * failures, a permanent error, or AbortError
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

/** A poll's result, its temporary error, or 'late' at the timeout. Throws permanent errors. */
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

/** The remaining time, and the growing poll interval. */
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

  /** Remaining milliseconds, limited to the maximum of a timer. */
  left(): number {
    return Math.min(longestTimer, this.#end - performance.now());
  }

  /**
   * Aborted at the timeout or by the caller. With a timeout of 0 there is one poll, which has its own
   * timeouts.
   */
  limit(): AbortSignal | undefined {
    if (this.#once) return this.#signal;
    const late = AbortSignal.timeout(Math.max(1, Math.ceil(this.left())));
    return this.#signal ? AbortSignal.any([late, this.#signal]) : late;
  }

  /**
   * Waits for one poll interval, with 20 % jitter so that many clients do not poll at once. False at the
   * timeout.
   */
  async pause(atLeast = 0): Promise<boolean> {
    const seconds = Math.max(atLeast, Math.min(this.#next, this.#longest) * (0.8 + Math.random() * 0.4));
    this.#next *= 1.5;
    const time = Math.min(seconds * 1000, Math.max(0, this.left()));
    await pause(time, undefined, this.#signal ? { signal: this.#signal } : {});
    return this.left() > 0;
  }
}
