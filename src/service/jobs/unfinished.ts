import { jobKey } from '../queue/queue.ts';
import type { WaitingContext, WaitingRow } from './waiting.ts';

/** Rows read, and jobs added in one transaction, at a time. Requests are answered between pages. */
const PAGE = 50;

/**
 * Gives every unfinished row that waits for nothing and has no job a job; returns how many.
 * @param signal ends it after the page in progress; its reason is thrown
 */
export async function requeueUnfinished(context: WaitingContext, signal?: AbortSignal): Promise<number> {
  let added = 0;
  for await (const rows of context.waiting.unfinished(context.db, PAGE)) {
    added += await requeue(context, rows);
    await context.yieldTurn();
    signal?.throwIfAborted();
  }
  return added;
}

async function requeue({ db, queue, log }: WaitingContext, rows: readonly WaitingRow[]): Promise<number> {
  const byKey = new Map(rows.map((row) => [jobKey(row.kind, row.payload), row]));
  if (byKey.size === 0) return 0;
  const missing = await queue.missing([...byKey.keys()]);
  if (missing.length === 0) return 0;
  await db.transaction().execute(async (trx) => {
    for (const key of missing) {
      const row = byKey.get(key);
      if (!row) continue;
      log.warn('unfinished row without a job; requeued it', { kind: row.kind, ...row.payload });
      await queue.enqueue(trx, row.kind, row.payload);
    }
  });
  return missing.length;
}
