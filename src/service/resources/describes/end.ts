import type { Selectable } from 'kysely';
import { emit } from '../../events/outbox.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { DescribesTable, Trx } from '../../store/schema.ts';

export type DescribeRow = Selectable<DescribesTable>;

/** The describe jobs that wait for a file, or for a segmentation of it. */
type Of = { readonly file_id: string } | { readonly segmentation_id: string };

const OPEN = ['pending', 'processing'] as const;

/** Starts what waited for a file that is ready and needs no segmentation, or for a segmentation that has ended. */
export async function startDescribes(ctx: JobContext, trx: Trx, of: Of): Promise<void> {
  const waiting = await openDescribes(trx, of);
  for (const { id, segmentation_id } of waiting)
    if ('segmentation_id' in of || segmentation_id === null)
      await ctx.queue.enqueue(trx, 'describe.run', { describe_id: id });
}

/** Fails what waits for a file or segmentation that failed. */
export async function failDescribes(ctx: JobContext, trx: Trx, of: Of, reason: string): Promise<void> {
  for (const row of await openDescribes(trx, of))
    await endDescribe(ctx, trx, row, { status: 'failed', error: reason });
}

/** How a job ended. */
export type EndedDescribe =
  | { readonly status: 'completed'; readonly error: null; readonly perceived: string }
  | { readonly status: 'failed' | 'not_applicable'; readonly error: string };

/** Ends a describe job, and says so. One that does not apply has been completed. */
export async function endDescribe(
  ctx: JobContext,
  trx: Trx,
  row: DescribeRow,
  ended: EndedDescribe,
): Promise<void> {
  await trx.updateTable('describes').set(ended).where('id', '=', row.id).execute();
  const { status, error } = ended;
  const payload = { job_id: row.id, url: row.url, status, ...(error === null ? {} : { error }) };
  const event = status === 'failed' ? 'describe.job.failed' : 'describe.job.completed';
  await emit(trx, event, row.account_id, payload, ctx.clock());
}

function openDescribes(trx: Trx, of: Of): Promise<DescribeRow[]> {
  const rows = trx.selectFrom('describes').selectAll().where('status', 'in', OPEN);
  const own =
    'file_id' in of
      ? rows.where('file_id', '=', of.file_id)
      : rows.where('segmentation_id', '=', of.segmentation_id);
  return own.execute();
}
