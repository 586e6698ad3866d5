/** A clock that a test moves, with the timers of this process on it. */
export interface VirtualClock {
  /** Moves the clock, and runs what is due on the way, with all that follows from it. */
  pass(ms: number): Promise<void>;
  /** Sets the clock on the wall back, as an operator does. Timers and `performance.now` go on. */
  setBack(ms: number): void;
  /** Drops all timers: what waits for one never goes on. */
  clear(): void;
  /** Gives the process its own clock and timers again. */
  restore(): void;
}

interface Timer {
  at: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

/**
 * Replaces the timers and clocks of this process. Vitest's own fake timers wait for a real millisecond at each timer that fires,
 * which is most of the time where thousands do.
 */
export function virtualClock(start: number): VirtualClock {
  const own = { setTimeout, clearTimeout, setInterval, clearInterval };
  const dateNow = Date.now;
  const performanceNow = performance.now;
  let now = 0;
  let wall = start;
  const timers = new Set<Timer>();
  const add = (run: () => void, ms = 0, every?: number) => {
    const timer: Timer = { at: now + ms, every, run };
    timers.add(timer);
    return Object.assign(timer, { unref: () => timer, ref: () => timer });
  };
  const remove = (timer: Timer) => void timers.delete(timer);
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number) => add(run, ms),
    setInterval: (run: () => void, ms: number) => add(run, ms, ms),
    clearTimeout: remove,
    clearInterval: remove,
  });
  Date.now = () => wall + Math.floor(now);
  performance.now = () => now;
  const next = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers)
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  };
  return {
    pass: async (ms) => {
      const until = now + ms;
      await settled();
      for (let timer = next(until); timer; timer = next(until)) {
        now = Math.max(now, timer.at);
        if (timer.every === undefined) timers.delete(timer);
        else timer.at += timer.every;
        timer.run();
        await settled();
      }
      now = until;
    },
    setBack: (ms) => {
      wall -= ms;
    },
    clear: () => timers.clear(),
    restore: () => {
      Object.assign(globalThis, own);
      Date.now = dateNow;
      performance.now = performanceNow;
    },
  };
}

/** All promises have settled that wait for no timer. An idle worker is woken by an immediate, and goes on in the next one. */
async function settled(): Promise<void> {
  for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
}
