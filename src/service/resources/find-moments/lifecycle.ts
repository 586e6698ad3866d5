import { emit } from '../../events/outbox.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { jobKey } from '../../queue/queue.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { rowOf } from '../common/rows.ts';
import { refundRun } from './cost.ts';
import { isNeeded, type RunRow } from './rows.ts';

type Ender = Pick<EndContext, 'clock' | 'newId' | 'queue'>;

/** How a run ended. */
export type EndedRun =
  | ({ readonly status: 'completed'; readonly error: null } & Pick<RunRow, 'total_moments' | 'notes'>)
  | { readonly status: 'failed'; readonly error: string };

/**
 * Ends a run, and says so; what a failed one was charged is given back. A trigger copies its state to the collection files
 * that it was started for.
 */
export async function endRun(ctx: Ender, trx: Trx, row: RunRow, ended: EndedRun): Promise<void> {
  await trx.updateTable('find_moments_runs').set(ended).where('id', '=', row.id).execute();
  const { status, error } = ended;
  if (error !== null) await refundRun(ctx, trx, row, `the run failed: ${error}`);
  const payload = { ...eventOf(row), status, ...(error === null ? {} : { error }) };
  await emit(trx, ctx, `find_moments.job.${status}`, row.account_id, payload);
}

/** The ids in events about a run. */
export function eventOf({ id, url, file_id, criterion_name }: RunRow) {
  return { job_id: id, url, file_id, criterion_name };
}

/** Ends runs that nobody needs any more. A job that is at work on one loses its lease, and stops. */
export async function cancelUnneeded(
  ctx: Ender & Pick<EndContext, 'queue'>,
  trx: Trx,
  runs: readonly RunRow[],
): Promise<void> {
  for (const run of runs) {
    if (await isNeeded(trx, run)) continue;
    await cancelRun(ctx, trx, run, 'the collection that it was started for does not need it any more');
    await ctx.queue.cancel(trx, jobKey('find-moments.run', { run_id: run.id }));
  }
}

/** Marks an unfinished run cancelled, and gives back what it was charged. @returns whether anything was given back */
export async function cancelRun(ctx: Ender, trx: Trx, run: RunRow, error: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('find_moments_runs')
    .set({ status: 'cancelled', error })
    .where('id', '=', run.id)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
  return numUpdatedRows > 0n && refundRun(ctx, trx, run, `the run was cancelled: ${error}`);
}

/** Gives back what the unfinished runs over a file were charged: the file is deleted, and they never end. */
async function refundRunsOfFile(ctx: Ender, trx: Trx, fileId: string): Promise<void> {
  const runs = await trx
    .selectFrom('find_moments_runs')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('status', 'in', ['pending', 'processing'])
    .execute();
  for (const run of runs) await cancelRun(ctx, trx, run, 'its file was deleted');
}

/** A run waits for its file. */
export const findMomentsLifecycle = declareLifecycle('find-moments.run', {
  table: 'find_moments_runs',
  key: { run_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  work: 'finding moments',
  fail: async (ctx, trx, { run_id }, error) => {
    const row = await rowOf(trx, 'find_moments_runs', run_id);
    if (row) await endRun(ctx, trx, row, { status: 'failed', error });
  },
  fileDeleted: refundRunsOfFile,
});
