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
  const running = new Map<string, number>();
  const ended = new Set<string>();
  const end = (name: string) => {
    const left = (running.get(name) ?? 1) - 1;
    if (left > 0) running.set(name, left);
    else running.delete(name);
    ended.add(name);
  };
  return {
    begin: (name) => {
      running.set(name, (running.get(name) ?? 0) + 1);
      return () => end(name);
    },
    recent: () => {
      const names = new Set([...running.keys(), ...ended]);
      ended.clear();
      return [...names].sort();
    },
  };
}
