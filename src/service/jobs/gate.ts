/** Lets the jobs of a worker run side by side, or one of them alone. */
export interface Gate {
  /** Resolves at once, unless a job runs alone or is about to. */
  open(): Promise<void>;
  /**
   * Resolves once the job may run. A job that runs alone waits for the others to end, and no other job starts before
   * it.
   * @returns call it when the job has ended
   */
  enter(alone: boolean): Promise<() => void>;
}

export function makeGate(): Gate {
  let inside = 0;
  let closed: Promise<void> | undefined;
  let onLeave = () => {};
  const open = async () => {
    while (closed) await closed;
  };
  const leave = () => {
    inside -= 1;
    onLeave();
  };
  const enterAlone = async () => {
    let reopen = () => {};
    closed = new Promise((resolve) => {
      reopen = resolve;
    });
    while (inside > 0)
      await new Promise<void>((resolve) => {
        onLeave = resolve;
      });
    return () => {
      closed = undefined;
      reopen();
    };
  };
  return {
    open,
    enter: async (alone) => {
      await open();
      if (alone) return enterAlone();
      inside += 1;
      return leave;
    },
  };
}
