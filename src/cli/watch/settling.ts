/** Which files of a folder are ready: they have stopped growing, and are neither done nor to be tried later. */

/** A file as one scan saw it. */
export interface Seen {
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last written to, in Unix milliseconds. */
  readonly changed: number;
}

interface State extends Seen {
  /** When a scan first saw this size and time. */
  readonly since: number;
  readonly phase: 'waiting' | 'busy' | 'done';
  readonly attempts: number;
  /** Not before this time. */
  readonly due: number;
}

/** First delay after a failure, doubled for each further one, and the longest, in milliseconds. */
const FIRST_MS = 5_000;
const LONGEST_MS = 5 * 60_000;

export interface Settling {
  /** Takes the result of a scan. @returns the files that are ready; each is busy until `ended` */
  scanned(seen: readonly Seen[], now: number): Seen[];
  /** A file is done until it changes. */
  done(seen: Seen): void;
  /** A file is tried again later. @returns in how many milliseconds */
  failed(seen: Seen, now: number): number;
  /** A file is ready again at once: it was not its fault. */
  putBack(seen: Seen): void;
  /** Number of files that are not done. */
  open(): number;
}

/** @param settleMs how long size and time must stay the same */
export function settling(settleMs: number): Settling {
  let states = new Map<string, State>();
  const set = (seen: Seen, change: Partial<State>) => {
    const state = states.get(seen.file);
    if (!state) return;
    // What changed while it was busy begins anew.
    if (isSame(state, seen)) states.set(seen.file, { ...state, ...change });
    else states.set(seen.file, { ...state, phase: 'waiting', attempts: 0, due: 0 });
  };
  return {
    scanned(seen, now) {
      const next = new Map<string, State>();
      const ready: Seen[] = [];
      for (const one of seen) {
        const state = following(states.get(one.file), one, now);
        const isReady =
          state.phase === 'waiting' && one.size > 0 && now - state.since >= settleMs && now >= state.due;
        if (isReady) ready.push(one);
        next.set(one.file, isReady ? { ...state, phase: 'busy' } : state);
      }
      for (const [file, state] of states)
        if (state.phase === 'busy' && !next.has(file)) next.set(file, state);
      states = next;
      return ready;
    },
    done: (seen) => set(seen, { phase: 'done' }),
    failed(seen, now) {
      const attempts = (states.get(seen.file)?.attempts ?? 0) + 1;
      const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempts - 1));
      set(seen, { phase: 'waiting', attempts, due: now + delay });
      return delay;
    },
    putBack: (seen) => set(seen, { phase: 'waiting' }),
    open: () => [...states.values()].filter(({ phase }) => phase !== 'done').length,
  };
}

function following(state: State | undefined, seen: Seen, now: number): State {
  if (state && isSame(state, seen)) return state;
  const phase = state?.phase === 'busy' ? 'busy' : 'waiting';
  return { ...seen, since: now, phase, attempts: 0, due: 0 };
}

const isSame = (one: Seen, other: Seen): boolean => one.size === other.size && one.changed === other.changed;
