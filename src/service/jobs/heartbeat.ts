import type { HeldLease, Queue } from '../queue/queue.ts';

/** What a worker still held at a moment (Unix ms); a job it took before and that is missing was lost. */
export interface Held {
  readonly asOf: number;
  readonly leases: readonly HeldLease[];
}

/** Renews the leases of one worker. */
export interface Heartbeat {
  start(workerId: string, onHeld: (held: Held) => void): void;
  stop(): Promise<void>;
}

/** Beats from this event loop: for workers inside the service's own process, and tests. */
export function timerHeartbeat(queue: Queue, leaseMs: number): Heartbeat {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: (workerId, onHeld) => {
      const beat = async () => {
        const asOf = Date.now();
        onHeld({ asOf, leases: await queue.heartbeat(workerId, leaseMs) });
      };
      timer = setInterval(() => void beat().catch(() => undefined), leaseMs / 3).unref();
    },
    stop: async () => clearInterval(timer),
  };
}
