import type { JobHandler } from './handlers.ts';
import type { LifecycleContext } from './lifecycle/lifecycle.ts';

export interface SweepContext extends LifecycleContext {
  /** Ends the sweep after the page in progress. The next one starts anew. */
  readonly signal?: AbortSignal;
}

/**
 * Searches the whole store or object storage for leftovers, a page at a time.
 * @param before Unix ms; anything written later may still get its row
 */
export type Sweep = (context: SweepContext, before: number) => Promise<void>;

/** Interval between sweeps, in milliseconds. Objects whose row is still being written are younger than this. */
export const SWEEP_MS = 3_600_000;

/** Resolution of file timestamps, in milliseconds. */
const TICK_MS = 20;

/** Runs one round of sweeps. @param startedAt Unix ms; nothing older belongs to this service */
export async function runSweeps(
  context: SweepContext,
  startedAt: number,
  sweeps: readonly Sweep[],
): Promise<void> {
  const before = Math.max(startedAt - TICK_MS, Date.now() - SWEEP_MS);
  for (const sweep of sweeps) await sweep(context, before);
}

/** The job that runs sweeps, in a worker: reading a hundred thousand folders takes seconds. */
export function sweepJob(sweeps: readonly Sweep[]): JobHandler<'sweep.run'> {
  return {
    run: (ctx, { started_at }) => runSweeps(ctx, Number(started_at), sweeps),
    /** The next round is due in an hour. */
    exhausted: async () => undefined,
  };
}
