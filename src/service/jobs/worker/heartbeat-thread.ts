import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openQueue } from '../../queue/open-queue.ts';
import { isAlive } from '../../store/objects/temporary.ts';
import { openStore } from '../../store/open-store.ts';
import { keepLeases } from './heartbeat.ts';
import type { HeartbeatData, HeartbeatNews, HeartbeatOrder } from './messages.ts';
import { wakeUp } from './messages.ts';

/** Milliseconds that a worker may take to stop after it lost its service. */
const GRACE_MS = 5_000;

/**
 * Renews the leases of its process on its own thread and connection, so that a main loop blocked by minutes of
 * computation keeps its jobs. Stops when the service is gone, so that its jobs become free.
 */
async function beat({ store: location, workerId, leaseMs, parentPid }: HeartbeatData): Promise<void> {
  const store = await openStore(location, undefined, { connections: 1 });
  const queue = await openQueue(store, { clock: Date.now, wake: wakeUp() });
  const say = (news: HeartbeatNews) => parentPort?.postMessage(news);
  let failure: unknown;
  const keeper = keepLeases({
    queue,
    workerId,
    leaseMs,
    onLost: (lost) => say({ lost }),
    onFailure: (error) => {
      failure ??= error;
    },
  });
  let stopping = false;
  parentPort?.on('message', (order: HeartbeatOrder) => {
    if ('hold' in order) keeper.hold(order.hold);
    else if ('drop' in order) keeper.drop(order.drop);
    else stopping = true;
  });
  say({ lost: [] });
  while (!stopping && failure === undefined && isWithParent(parentPid)) await sleep(leaseMs / 3);
  keeper.stop();
  parentPort?.removeAllListeners('message');
  await store.close();
  if (failure !== undefined) throw failure;
  if (!stopping) await endProcess();
}

/** Whether the service still runs. On Windows an orphan keeps the id of its parent. */
const isWithParent = (pid: number): boolean => process.ppid === pid && isAlive(pid);

/** The main loop may be blocked: after the grace period, this thread kills the process. */
async function endProcess(): Promise<void> {
  await sleep(GRACE_MS);
  process.kill(process.pid, 'SIGKILL');
}

await beat(workerData as HeartbeatData);
