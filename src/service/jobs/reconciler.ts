import type { ServiceContext } from '../context/context.ts';
import { removeStaleTemporary } from '../store/temporary.ts';
import { failInterruptedSearches } from './interrupted.ts';
import { removeOrphanResults, removeOrphans } from './orphans.ts';
import { requeueUnfinished } from './unfinished.ts';

export interface Reconciler {
  /** Ends once a round that is under way has ended. */
  stop(): Promise<void>;
}

/** Folders without a row are younger than this while their row is being written, in milliseconds. */
const ORPHAN_MS = 3_600_000;

/** The times of files come from a clock that ticks every few milliseconds. */
const TICK_MS = 20;

/**
 * Puts right what a crash left, at once and then every `config.reconcileMs`: unfinished rows without a job get one,
 * files of dead processes go. One per service; worker processes have none.
 * @param startedAt Unix ms before which nothing of this service's own is; take it before requests come in
 */
export function startReconciler(context: ServiceContext, startedAt: number): Reconciler {
  const stop = new AbortController();
  const going = repeat(context, startedAt, stop.signal);
  return {
    stop: async () => {
      stop.abort();
      await going;
    },
  };
}

async function repeat(context: ServiceContext, startedAt: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await putRight(context, startedAt);
    } catch (error) {
      context.log.error('putting right failed', { error });
    }
    await pause(context.config.reconcileMs, signal);
  }
}

/** One round. What it does is safe to do again, and beside everything else. */
export async function putRight(context: ServiceContext, startedAt: number): Promise<void> {
  await failInterruptedSearches(context, startedAt);
  const requeued = await requeueUnfinished(context);
  const temporary = await removeStaleTemporary(context.config.dataDir);
  const orphans = await removeOrphans(context, Math.max(startedAt - TICK_MS, Date.now() - ORPHAN_MS));
  const results = await removeOrphanResults(context);
  if (requeued + temporary + orphans + results > 0)
    context.log.info('put right', { requeued, temporary, orphans, results });
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
