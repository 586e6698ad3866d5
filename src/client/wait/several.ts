/** Waits for several things at once. */
import { setMaxListeners } from 'node:events';
import { type Look, type Outcome, type WaitOptions, waitUntilDone } from './engine.ts';
import type { Seen } from './kinds.ts';

/** How one of several ended; `error` when it could not be looked at any more. */
export type End = Outcome | { readonly outcome: 'error'; readonly error: unknown; readonly seen: undefined };

export interface SeveralOptions extends Omit<WaitOptions, 'onChange' | 'onFault'> {
  /** `all`: until each has ended. `any`: until the first has, well or not; one that cannot be looked at has not. */
  readonly until: 'all' | 'any';
  readonly onChange?: (index: number, seen: Seen) => void;
  readonly onFault?: (index: number, error: Error) => void;
  /** Told of each as it ends. */
  readonly onEnd?: (index: number, end: End) => void;
}

/** Looks under way at the same moment: one who waits for thousands is no flood. */
const atOnce = 8;

/**
 * Waits for all of them, or for the first, each at its own pace and under one time limit.
 * @param looks how each is looked at
 * @returns how each ended, in the same order; undefined for those that were left when the first had ended
 * @throws AbortError when the signal was aborted
 */
export async function waitForSeveral(
  looks: readonly Look[],
  options: SeveralOptions,
): Promise<(End | undefined)[]> {
  const { until, onChange, onFault, onEnd, signal, ...rest } = options;
  const others = new AbortController();
  const stop = signal ? AbortSignal.any([signal, others.signal]) : others.signal;
  // Each of them listens while it pauses; Node warns of more than ten.
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

/** True when it was seen to end. */
export const hasEnded = (end: End | undefined): boolean =>
  end !== undefined && end.outcome !== 'timed_out' && end.outcome !== 'error';

/** How it ended; undefined when it was stopped. */
async function endOf(waiting: Promise<Outcome>, stop: AbortSignal): Promise<End | undefined> {
  try {
    return await waiting;
  } catch (error) {
    return stop.aborted ? undefined : { outcome: 'error', error, seen: undefined };
  }
}

/** Lets so many through at once; the others wait their turn. */
function gate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
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
