import type { ServiceContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { removeStaleTemporary } from '../store/temporary.ts';
import { failInterruptedSearches } from './interrupted.ts';
import { removeOrphans } from './orphans.ts';
import { requeueUnfinished } from './unfinished.ts';

export interface Reconciler {
  /** Looks through everything once, now. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Folders without a row are younger than this while their row is being written, in milliseconds. */
const ORPHAN_MS = 3_600_000;

/**
 * Puts right what a crash left: unfinished rows without a job get one, files of dead processes go. At the start, and
 * then every `config.reconcileMs`. One per service; worker processes have none.
 */
export async function startReconciler(context: ServiceContext): Promise<Reconciler> {
  const startedAt = Date.now();
  const stop = new AbortController();
  await failInterruptedSearches(context, startedAt);
  const run = () => reconcile(context, startedAt);
  await run();
  const going = repeat(context, run, stop.signal);
  return {
    run,
    stop: async () => {
      stop.abort();
      await going;
    },
  };
}

async function repeat(context: ServiceContext, run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(context.config.reconcileMs, signal);
    if (signal.aborted) return;
    await run().catch((error: unknown) =>
      context.log.error('putting right failed', { reason: messageOf(error) }),
    );
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
}

async function reconcile(context: ServiceContext, startedAt: number): Promise<void> {
  const { config, log } = context;
  const requeued = await requeueUnfinished(context);
  const temporary = await removeStaleTemporary(config.dataDir);
  const orphans = await removeOrphans(context, Math.max(startedAt, Date.now() - ORPHAN_MS));
  if (requeued + temporary + orphans > 0) log.info('put right', { requeued, temporary, orphans });
}
