import { removeStaleTemporary } from '../store/temporary.ts';
import { requeueUnfinished } from './unfinished.ts';
import type { WaitingContext } from './waiting.ts';

export interface Reconciler {
  /** Ends once a round that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Looks through everything that is kept, for what nothing refers to any more.
 * @param before Unix ms; what was written since then may still get what refers to it
 */
export type Sweep = (context: WaitingContext, before: number) => Promise<void>;

/** How often sweeps run, in milliseconds. Objects without a row are younger than this while their row is being written. */
const SWEEP_MS = 3_600_000;

/** The times of files come from a clock that ticks every few milliseconds. */
const TICK_MS = 20;

/**
 * Puts right what a crash left, at once and then every `config.reconcileMs`: unfinished rows without a job get one,
 * files of dead processes go. Sweeps run at once and then every hour. One per service; worker processes have none.
 * @param startedAt Unix ms before which nothing of this service's own is; take it before requests come in
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
    try {
      await putRight(context, startedAt);
      if (Date.now() - sweptAt >= SWEEP_MS) {
        sweptAt = Date.now();
        await runSweeps(context, startedAt, sweeps);
      }
    } catch (error) {
      context.log.error('putting right failed', { error });
    }
    await pause(context.config.reconcileMs, signal);
  }
}

/** One round of sweeps. */
export async function runSweeps(
  context: WaitingContext,
  startedAt: number,
  sweeps: readonly Sweep[],
): Promise<void> {
  const before = Math.max(startedAt - TICK_MS, Date.now() - SWEEP_MS);
  for (const sweep of sweeps) await sweep(context, before);
}

/** One round. What it does is safe to do again, and beside everything else. */
export async function putRight(context: WaitingContext, startedAt: number): Promise<void> {
  await context.waiting.interrupted(context.db, startedAt);
  const requeued = await requeueUnfinished(context);
  const temporary = await removeStaleTemporary(context.config.dataDir);
  if (requeued + temporary > 0) context.log.info('put right', { requeued, temporary });
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
