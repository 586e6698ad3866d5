/** Lets the jobs of a worker run beside each other, or one of them alone. */
export interface Gate {
  /** Ends at once unless a job runs alone or is about to. */
  open(): Promise<void>;
  /**
   * Ends once the job may run. A job that is to run alone waits until the others have ended, and none is let in before.
   * @returns what to call when it has ended
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
