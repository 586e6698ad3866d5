/** What this process is working on, so that a stall of its event loop can be explained. */
export interface Activities {
  /**
   * Notes that work has started.
   * @param name an operation's id, or a few words; from a small fixed set
   * @returns call it when the work has ended
   */
  begin(name: string): () => void;
  /** The names of all work that was in progress at any time since the last call, sorted. */
  recent(): string[];
}

/** A new, empty register. It costs less than a microsecond per piece of work. */
export function makeActivities(): Activities {
  const known = new Map<string, Work>();
  return {
    begin: (name) => {
      const work = known.get(name) ?? newWork();
      known.set(name, work);
      work.running += 1;
      return work.end;
    },
    recent: () => {
      const recent = [...known].filter(([, { running, ended }]) => running > 0 || ended);
      for (const [, work] of recent) work.ended = false;
      return recent.map(([name]) => name).sort();
    },
  };
}

/** All work of one name. */
interface Work {
  running: number;
  /** Whether any has ended since the last look. */
  ended: boolean;
  readonly end: () => void;
}

function newWork(): Work {
  const work: Work = {
    running: 0,
    ended: false,
    end: () => {
      work.running -= 1;
      work.ended = true;
    },
  };
  return work;
}
