import type { HeldLease, Queue } from '../queue/queue.ts';

/** The leases that a worker held at a time (Unix ms). A job claimed before that and missing here was lost. */
export interface Held {
  readonly asOf: number;
  readonly leases: readonly HeldLease[];
}

/** Renews the leases of one worker. */
export interface Heartbeat {
  /** Resolves after the first heartbeat: a job claimed before it might block the worker for longer than its lease. */
  start(workerId: string, onHeld: (held: Held) => void): Promise<void>;
  stop(): Promise<void>;
}

/** Sends heartbeats from this event loop: for workers inside the service's process, and for tests. */
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
