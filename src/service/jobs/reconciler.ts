import { removeStaleTemporary } from '../store/temporary.ts';
import { requeueUnfinished } from './unfinished.ts';
import type { WaitingContext } from './waiting.ts';

export interface Reconciler {
  /** Resolves once the round in progress has ended. */
  stop(): Promise<void>;
}

/**
 * Searches the object storage for leftovers.
 * @param before Unix ms; anything written later may still get its row
 */
export type Sweep = (context: WaitingContext, before: number) => Promise<void>;

/** Interval between sweeps, in milliseconds. Objects whose row is still being written are younger than this. */
const SWEEP_MS = 3_600_000;

/** Resolution of file timestamps, in milliseconds. */
const TICK_MS = 20;

/**
 * Repairs the effects of a crash, at once and then every `config.reconcileMs`: gives unfinished rows without a job a
 * job, and deletes temporary files of dead processes. Sweeps run at once and then every hour. One per service; worker
 * processes have none.
 * @param startedAt Unix ms; nothing older belongs to this service. Take it before requests come in.
 */
export function startReconciler(
  context: WaitingContext,
  startedAt: number,
  sweeps: readonly Sweep[],
): Reconciler {
  const stop = new AbortController();
  const going = repeat(context, startedAt, sweeps, stop.signal);
  return {
    stop: async () => {
      stop.abort();
      await going;
    },
  };
}

async function repeat(
  context: WaitingContext,
  startedAt: number,
  sweeps: readonly Sweep[],
  signal: AbortSignal,
): Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let end = context.activities.begin('reconcile');
    try {
      await putRight(context, startedAt);
      if (Date.now() - sweptAt >= SWEEP_MS) {
        sweptAt = Date.now();
        end();
        end = context.activities.begin('sweep');
        await runSweeps(context, startedAt, sweeps);
      }
    } catch (error) {
      context.log.error('reconciling failed', { error });
    } finally {
      end();
    }
    await pause(context.config.reconcileMs, signal);
  }
}

/** Runs one round of sweeps. */
export async function runSweeps(
  context: WaitingContext,
  startedAt: number,
  sweeps: readonly Sweep[],
): Promise<void> {
  const before = Math.max(startedAt - TICK_MS, Date.now() - SWEEP_MS);
  for (const sweep of sweeps) await sweep(context, before);
}

/** Runs one round of repairs. It is safe to repeat and to run concurrently. */
export async function putRight(context: WaitingContext, startedAt: number): Promise<void> {
  await context.waiting.interrupted(context.db, startedAt);
  const requeued = await requeueUnfinished(context);
  const temporary = await removeStaleTemporary(context.config.dataDir);
  if (requeued + temporary > 0) context.log.info('reconciled', { requeued, temporary });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
