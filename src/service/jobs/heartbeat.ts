import type { HeldLease, Queue } from '../queue/queue.ts';

/** What a worker still held at a moment (Unix ms); a job it took before and that is missing was lost. */
export interface Held {
  readonly asOf: number;
  readonly leases: readonly HeldLease[];
}

/** Renews the leases of one worker. */
export interface Heartbeat {
  /** Ends once it beats: a job that is taken before might block the worker for longer than its lease. */
  start(workerId: string, onHeld: (held: Held) => void): Promise<void>;
  stop(): Promise<void>;
}

/** Beats from this event loop: for workers inside the service's own process, and tests. */
export function timerHeartbeat(queue: Queue, leaseMs: number): Heartbeat {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: async (workerId, onHeld) => {
      const beat = async () => {
        const asOf = Date.now();
        onHeld({ asOf, leases: await queue.heartbeat(workerId, leaseMs) });
      };
      timer = setInterval(() => void beat().catch(() => undefined), leaseMs / 3).unref();
    },
    stop: async () => clearInterval(timer),
  };
}
