import { jobKey } from '../queue/queue.ts';
import { removeStaleTemporary } from '../store/objects/temporary.ts';
import type { LifecycleContext, LifecycleRow } from './lifecycle/lifecycle.ts';
import { SWEEP_MS, type Sweep } from './sweep.ts';
import { pause } from './worker/pause.ts';

/** Rows read, and jobs added in one transaction, at a time. Requests are answered between pages. */
const PAGE = 50;

/**
 * Gives every unfinished row that waits for nothing and has no job a job; returns how many.
 * @param signal ends it after the page in progress; its reason is thrown
 */
export async function requeueUnfinished(context: LifecycleContext, signal?: AbortSignal): Promise<number> {
  let added = 0;
  for await (const rows of context.lifecycle.unfinished(context.db, PAGE)) {
    added += await requeue(context, rows);
    await context.yieldTurn();
    signal?.throwIfAborted();
  }
  return added;
}

async function requeue({ db, queue, log }: LifecycleContext, rows: readonly LifecycleRow[]): Promise<number> {
  const byKey = new Map(rows.map((row) => [jobKey(row.kind, row.payload), row]));
  if (byKey.size === 0) return 0;
  const keys = await queue.missing([...byKey.keys()]);
  const missing = keys.flatMap((key) => byKey.get(key) ?? []);
  if (missing.length === 0) return 0;
  await db.transaction().execute(async (trx) => {
    for (const { kind, payload } of missing) await queue.enqueue(trx, kind, payload);
  });
  for (const { kind, payload } of missing)
    log.warn('unfinished row without a job; requeued it', { kind, ...payload });
  return missing.length;
}

export interface Reconciler {
  /** Resolves once the round in progress has ended. */
  stop(): Promise<void>;
}

/**
 * Repairs the effects of a crash, at once and then every `config.reconcileMs`: gives unfinished rows without a job a
 * job, and deletes temporary files of dead processes. Adds a job for the sweeps at once and then every hour. One per
 * service; worker processes have none.
 * @param startedAt Unix ms; nothing older belongs to this service. Take it before requests come in.
 * @param checks run in every round; each looks at a row or two
 */
export function startReconciler(
  context: LifecycleContext,
  startedAt: number,
  checks: readonly Sweep[] = [],
): Reconciler {
  const stop = new AbortController();
  const going = repeat(context, startedAt, checks, stop.signal);
  return {
    stop: async () => {
      stop.abort();
      await going;
    },
  };
}

async function repeat(
  context: LifecycleContext,
  startedAt: number,
  checks: readonly Sweep[],
  signal: AbortSignal,
): Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const end = context.activities.begin('reconcile');
    try {
      await putRight(context, startedAt, signal);
      for (const check of checks) await check(context, startedAt);
      if (performance.now() - sweptAt >= SWEEP_MS) {
        await enqueueSweep(context, startedAt);
        sweptAt = performance.now();
      }
    } catch (error) {
      if (!signal.aborted) context.log.error('reconciling failed', { error });
    } finally {
      end();
    }
    await pause(context.config.reconcileMs, signal);
  }
}

/**
 * Runs one round of repairs. It is safe to repeat and to run concurrently.
 * @param signal ends the round after the page in progress; its reason is thrown
 */
export async function putRight(
  context: LifecycleContext,
  startedAt: number,
  signal?: AbortSignal,
): Promise<void> {
  await context.queue.bringNearer(context.config.leaseMs, LONGEST_MS);
  await context.lifecycle.interrupted(context.db, startedAt);
  const requeued = await requeueUnfinished(context, signal);
  const temporary = await removeStaleTemporary(context.config.dataDir);
  if (requeued + temporary > 0) context.log.info('reconciled', { requeued, temporary });
}

/** No lease lasts for longer, and no job but a webhook's waits for longer: the longest pause before a retry is five minutes. */
const LONGEST_MS = 10 * 60_000;

/** Adds the job that runs one round of sweeps, unless one is waiting. */
async function enqueueSweep({ db, queue }: LifecycleContext, startedAt: number): Promise<void> {
  const payload = { started_at: String(startedAt) };
  await db.transaction().execute((trx) => queue.enqueue(trx, 'sweep.run', payload, { key: 'sweep.run' }));
}
