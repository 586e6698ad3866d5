import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Heartbeat } from './heartbeat.ts';
import type { HeartbeatData, HeartbeatNews, HeartbeatOrder } from './messages.ts';

export interface ThreadHeartbeatOptions {
  /** See storeOf. */
  readonly store: string;
  readonly leaseMs: number;
  readonly parentPid: number;
  /** Bundle of heartbeat-thread.ts. */
  readonly path: string;
  /** The thread failed: leases are no longer renewed, and the worker must stop. */
  onFailure(error: Error): void;
}

/** Sends heartbeats from a thread, so that a blocked event loop keeps its leases. */
export function threadHeartbeat(options: ThreadHeartbeatOptions): Heartbeat {
  const { store, leaseMs, parentPid } = options;
  let thread: Worker | undefined;
  const order = (what: HeartbeatOrder) => thread?.postMessage(what);
  return {
    start: async (workerId, onLost) => {
      const workerData: HeartbeatData = { store, workerId, leaseMs, parentPid };
      thread = new Worker(options.path, { workerData, execArgv: [] });
      thread.on('message', ({ lost }: HeartbeatNews) => onLost(lost));
      thread.on('error', options.onFailure);
      // If the thread fails it ends without a message, and the worker stops.
      await Promise.race([once(thread, 'message'), once(thread, 'exit')]).catch(() => undefined);
      thread.unref();
    },
    hold: (token) => order({ hold: token }),
    drop: (token) => order({ drop: token }),
    stop: async () => {
      order({ stop: true });
      await thread?.terminate();
    },
  };
}
