/** Waits for several resources at once. */
import { setMaxListeners } from 'node:events';
import { type Look, type Outcome, type WaitOptions, waitUntilDone } from './engine.ts';
import type { Seen } from './kinds.ts';

/** Limits concurrency; other calls wait in a queue. */
export function gate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = width;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** The end of one wait; `error` when its resource can no longer be read. */
export type End = Outcome | { readonly outcome: 'error'; readonly error: unknown; readonly seen: undefined };

export interface SeveralOptions extends Omit<WaitOptions, 'onChange' | 'onFault'> {
  /**
   * `all`: until each has finished. `any`: until the first has, with any outcome; an unreadable one does not
   * count.
   */
  readonly until: 'all' | 'any';
  readonly onChange?: (index: number, seen: Seen) => void;
  readonly onFault?: (index: number, error: Error) => void;
  /** Called when one has finished. */
  readonly onEnd?: (index: number, end: End) => void;
}

/** Maximum number of concurrent polls, so that waiting for thousands does not flood the service. */
const atOnce = 8;

/**
 * Waits for all of them, or for the first, each with its own poll interval and a common timeout. @param looks
 * how to poll each @returns the end of each, in the same order; undefined for those dropped when the first
 * had finished @throws AbortError when the signal was aborted
 */
export async function waitForSeveral(
  looks: readonly Look[],
  options: SeveralOptions,
): Promise<(End | undefined)[]> {
  const { until, onChange, onFault, onEnd, signal, ...rest } = options;
  const others = new AbortController();
  const stop = signal ? AbortSignal.any([signal, others.signal]) : others.signal;
  // Each of them listens while it pauses, and Node warns above ten listeners.
  setMaxListeners(0, stop);
  const through = gate(atOnce);
  const ends = looks.map(async (look, index) => {
    const one: WaitOptions = {
      ...rest,
      signal: stop,
      onChange: (seen) => onChange?.(index, seen),
      onFault: (error) => onFault?.(index, error),
    };
    const end = await endOf(
      waitUntilDone((limit) => through(() => look(limit)), one),
      stop,
    );
    if (end && !others.signal.aborted) {
      onEnd?.(index, end);
      if (until === 'any' && hasEnded(end)) others.abort();
    }
    return end;
  });
  const all = await Promise.all(ends);
  signal?.throwIfAborted();
  return all;
}

/** True when it reached a final state. */
export const hasEnded = (end: End | undefined): boolean =>
  end !== undefined && end.outcome !== 'timed_out' && end.outcome !== 'error';

/** How it ended; undefined if it was stopped. */
async function endOf(waiting: Promise<Outcome>, stop: AbortSignal): Promise<End | undefined> {
  try {
    return await waiting;
  } catch (error) {
    return stop.aborted ? undefined : { outcome: 'error', error, seen: undefined };
  }
}
