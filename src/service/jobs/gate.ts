/** Lets the jobs of a worker run side by side, or one of them alone. */
export interface Gate {
  /** Resolves at once, unless a job runs alone or is about to. */
  open(): Promise<void>;
  /**
   * Resolves once the job may run. A job that runs alone waits for the others to end, and no other job starts before
   * it. Of several that want to run alone, one follows the other.
   * @returns call it when the job has ended
   */
  enter(alone: boolean): Promise<() => void>;
}

export function makeGate(): Gate {
  let inside = 0;
  let closed = false;
  // Everyone who waits looks again at every change: several may wait, for different things.
  let waiting: (() => void)[] = [];
  const change = () => new Promise<void>((resolve) => waiting.push(resolve));
  const changed = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const leave = () => {
    inside -= 1;
    changed();
  };
  const reopen = () => {
    closed = false;
    changed();
  };
  return {
    open: async () => {
      while (closed) await change();
    },
    enter: async (alone) => {
      while (closed) await change();
      if (!alone) {
        inside += 1;
        return leave;
      }
      closed = true;
      while (inside > 0) await change();
      return reopen;
    },
  };
}
