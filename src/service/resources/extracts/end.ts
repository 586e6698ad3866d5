import { emit } from '../../events/outbox.ts';
import type { EndContext } from '../../jobs/waiting.ts';
import type { Trx } from '../../store/schema.ts';
import type { ExtractionRow } from './rows.ts';

/** How a job ended, besides its entities. */
export type EndedExtraction =
  | ({ readonly status: 'completed'; readonly error: null } & Pick<ExtractionRow, 'providers' | 'outline'>)
  | { readonly status: 'failed' | 'not_applicable'; readonly error: string };

/** Ends an extraction job, and says so. One that does not apply has been completed. */
export async function endExtractionJob(
  runtime: Pick<EndContext, 'clock' | 'newId'>,
  trx: Trx,
  row: ExtractionRow,
  ended: EndedExtraction,
): Promise<void> {
  await trx.updateTable('extractions').set(ended).where('id', '=', row.id).execute();
  const { status, error } = ended;
  const payload = { job_id: row.id, url: row.url, status, ...(error === null ? {} : { error }) };
  const event = status === 'failed' ? 'extract.job.failed' : 'extract.job.completed';
  await emit(trx, runtime, event, row.account_id, payload);
}
