import { emit } from '../../events/outbox.ts';
import type { EndContext } from '../../jobs/waiting.ts';
import { jobKey } from '../../queue/queue.ts';
import type { Trx } from '../../store/schema.ts';
import { isNeeded, type RunRow } from './rows.ts';

type Ender = Pick<EndContext, 'clock' | 'newId'>;

/** How a run ended. */
export type EndedRun =
  | ({ readonly status: 'completed'; readonly error: null } & Pick<RunRow, 'total_moments' | 'notes'>)
  | { readonly status: 'failed'; readonly error: string };

/** Ends a run, and says so. A trigger copies its state to the collection files that it was started for. */
export async function endRun(ctx: Ender, trx: Trx, row: RunRow, ended: EndedRun): Promise<void> {
  await trx.updateTable('find_moments_runs').set(ended).where('id', '=', row.id).execute();
  const { status, error } = ended;
  const payload = { ...eventOf(row), status, ...(error === null ? {} : { error }) };
  await emit(trx, ctx, `find_moments.job.${status}`, row.account_id, payload);
}

/** The ids in events about a run. */
export function eventOf({ id, url, file_id, criterion_name }: RunRow) {
  return { job_id: id, url, file_id, criterion_name };
}

/** Ends runs that nobody needs any more. A job that is at work on one loses its lease, and stops. */
export async function cancelUnneeded(
  { queue }: Pick<EndContext, 'queue'>,
  trx: Trx,
  runs: readonly RunRow[],
): Promise<void> {
  for (const run of runs) {
    if (await isNeeded(trx, run)) continue;
    await cancelRun(trx, run.id, 'the collection that it was started for does not need it any more');
    await queue.cancel(trx, jobKey('find-moments.run', { run_id: run.id }));
  }
}

/**
 * Marks an unfinished run cancelled. Runs are free; a refund belongs here, in this transaction.
 * @returns whether it was unfinished
 */
export async function cancelRun(trx: Trx, id: string, error: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('find_moments_runs')
    .set({ status: 'cancelled', error })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
