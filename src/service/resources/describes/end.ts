import { emit } from '../../events/outbox.ts';
import type { EndContext } from '../../jobs/waiting.ts';
import type { Trx } from '../../store/schema.ts';
import type { DescribeRow } from './rows.ts';

/** How a job ended. */
export type EndedDescribe =
  | { readonly status: 'completed'; readonly error: null; readonly perceived: string }
  | { readonly status: 'failed' | 'not_applicable'; readonly error: string };

/** Ends a describe job, and says so. One that does not apply has been completed. */
export async function endDescribe(
  runtime: Pick<EndContext, 'clock' | 'newId'>,
  trx: Trx,
  row: DescribeRow,
  ended: EndedDescribe,
): Promise<void> {
  await trx.updateTable('describes').set(ended).where('id', '=', row.id).execute();
  const { status, error } = ended;
  const payload = { job_id: row.id, url: row.url, status, ...(error === null ? {} : { error }) };
  const event = status === 'failed' ? 'describe.job.failed' : 'describe.job.completed';
  await emit(trx, runtime, event, row.account_id, payload);
}
