import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Queue } from '../../queue/queue.ts';
import { isPassing } from '../../store/sql/errors.ts';
import type { HeartbeatData, HeartbeatNews, HeartbeatOrder } from './messages.ts';

/** Called with the tokens of leases that were lost, or whose jobs were cancelled: those jobs must stop. */
export type OnLost = (tokens: readonly number[]) => void;

/** Renews the leases of the jobs that a worker runs, and of no others: those expire, and go to another worker. */
export interface Heartbeat {
  /** Resolves when leases are kept: a job claimed before that might block the worker for longer than its lease. */
  start(workerId: string, onLost: OnLost): Promise<void>;
  /** From now on the lease with this token is renewed. Call it as soon as the job is claimed. */
  hold(token: number): void;
  /** The job has ended, or the worker has given it up. */
  drop(token: number): void;
  stop(): Promise<void>;
}

/** What keeps the leases of one worker, on whatever thread. */
export interface LeaseKeeper extends Pick<Heartbeat, 'hold' | 'drop'> {
  stop(): void;
}

export interface KeeperOptions {
  readonly queue: Pick<Queue, 'heartbeat'>;
  readonly workerId: string;
  readonly leaseMs: number;
  readonly onLost: OnLost;
  /** Called with an error that does not pass by itself: all leases have been given up. */
  onFailure(error: unknown): void;
}

/** Parts of a lease: it is looked at this often, renewed after `RENEWED`, and given up before the last one. */
const PARTS = 10;
const RENEWED = 3;

/**
 * Renews leases by a timer. While the store is busy or away it tries again; a lease that could not be renewed is reported
 * as lost shortly before it ends, so that its job has stopped when another worker takes it.
 */
export function keepLeases({ queue, workerId, leaseMs, onLost, onFailure }: KeeperOptions): LeaseKeeper {
  /** When each lease was renewed last, by a clock that nobody sets. */
  const held = new Map<number, number>();
  const part = leaseMs / PARTS;
  let beating = false;
  let dueAt = performance.now();
  const lose = (tokens: readonly number[]) => {
    for (const token of tokens) held.delete(token);
    if (tokens.length > 0) onLost(tokens);
  };
  const beat = async () => {
    const [asked, at] = [[...held.keys()], performance.now()];
    if (asked.length === 0) return;
    const kept = new Set(await queue.heartbeat(workerId, leaseMs, asked));
    dueAt = at + part * RENEWED;
    for (const token of kept) if (held.has(token)) held.set(token, at);
    lose(asked.filter((token) => held.has(token) && !kept.has(token)));
  };
  const look = () => {
    const now = performance.now();
    lose([...held].filter(([, at]) => now - at > leaseMs - part).map(([token]) => token));
    if (beating || now < dueAt) return;
    beating = true;
    beat()
      .catch((error) => {
        if (isPassing(error)) return;
        lose([...held.keys()]);
        onFailure(error);
      })
      .finally(() => {
        beating = false;
      });
  };
  const timer = setInterval(look, part).unref();
  return {
    hold: (token) => void held.set(token, performance.now()),
    drop: (token) => void held.delete(token),
    stop: () => clearInterval(timer),
  };
}

/** Sends heartbeats from this event loop: for workers inside the service's process, and for tests. */
export function timerHeartbeat(
  queue: Pick<Queue, 'heartbeat'>,
  leaseMs: number,
  onFailure: (error: unknown) => void,
): Heartbeat {
  let keeper: LeaseKeeper | undefined;
  return {
    start: async (workerId, onLost) => {
      keeper = keepLeases({ queue, workerId, leaseMs, onLost, onFailure });
    },
    hold: (token) => keeper?.hold(token),
    drop: (token) => keeper?.drop(token),
    stop: async () => keeper?.stop(),
  };
}

interface ThreadHeartbeatOptions {
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
