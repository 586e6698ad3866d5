import { emit } from '../../events/outbox.ts';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { rowOf } from '../common/rows.ts';
import type { EndedMediaJob, MediaJob, MediaJobKind, MediaJobRow } from './kinds.ts';

type Ender = Pick<EndContext, 'clock' | 'newId' | 'queue'>;

/** Ends a job, and says so. One that does not apply counts as completed. */
export async function endMediaJob<Kind extends MediaJobKind>(
  runtime: Ender,
  trx: Trx,
  { table, event }: MediaJob<Kind>,
  row: MediaJobRow<Kind>,
  ended: EndedMediaJob<Kind>,
): Promise<void> {
  await trx
    .updateTable(table as 'describes')
    .set(ended as EndedMediaJob<'describe.run'>)
    .where('id', '=', row.id)
    .execute();
  const { status, error } = ended;
  const payload = { job_id: row.id, url: row.url, status, ...(error === null ? {} : { error }) };
  const name = `${event}.${status === 'failed' ? 'failed' : 'completed'}` as const;
  await emit(trx, runtime, name, row.account_id, payload);
}

/** Marks the job of a payload failed. @param error a sentence for a person */
export async function failMediaJob<Kind extends MediaJobKind>(
  ctx: Ender,
  trx: Trx,
  job: MediaJob<Kind>,
  id: string,
  error: string,
): Promise<void> {
  const row = await rowOf(trx, job.table, id);
  if (row) await endMediaJob(ctx, trx, job, row as MediaJobRow<Kind>, { status: 'failed', error });
}
