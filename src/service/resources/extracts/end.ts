import type { Selectable } from 'kysely';
import { emit } from '../../events/outbox.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { ExtractionsTable, Trx } from '../../store/schema.ts';

export type ExtractionRow = Selectable<ExtractionsTable>;

/** The extraction jobs that wait for a file, or for a segmentation of it. */
type Of = { readonly file_id: string } | { readonly segmentation_id: string };

/** How a job ended, besides its entities. */
export type EndedExtraction =
  | ({ readonly status: 'completed'; readonly error: null } & Pick<ExtractionRow, 'providers' | 'outline'>)
  | { readonly status: 'failed' | 'not_applicable'; readonly error: string };

/** Starts what waited for a file that is ready and needs no segmentation, or for a segmentation that has ended. */
export async function startExtractions(ctx: JobContext, trx: Trx, of: Of): Promise<void> {
  for (const { id, segmentation_id } of await openExtractions(trx, of))
    if ('segmentation_id' in of || segmentation_id === null)
      await ctx.queue.enqueue(trx, 'extract.run', { extraction_id: id });
}

/** Fails what waits for a file or segmentation that failed. */
export async function failExtractions(ctx: JobContext, trx: Trx, of: Of, reason: string): Promise<void> {
  for (const row of await openExtractions(trx, of))
    await endExtractionJob(ctx, trx, row, { status: 'failed', error: reason });
}

/** Ends an extraction job, and says so. One that does not apply has been completed. */
export async function endExtractionJob(
  ctx: JobContext,
  trx: Trx,
  row: ExtractionRow,
  ended: EndedExtraction,
): Promise<void> {
  await trx.updateTable('extractions').set(ended).where('id', '=', row.id).execute();
  const { status, error } = ended;
  const payload = { job_id: row.id, url: row.url, status, ...(error === null ? {} : { error }) };
  const event = status === 'failed' ? 'extract.job.failed' : 'extract.job.completed';
  await emit(trx, event, row.account_id, payload, ctx.clock());
}

function openExtractions(trx: Trx, of: Of): Promise<ExtractionRow[]> {
  const rows = trx.selectFrom('extractions').selectAll().where('status', 'in', ['pending', 'processing']);
  const own =
    'file_id' in of
      ? rows.where('file_id', '=', of.file_id)
      : rows.where('segmentation_id', '=', of.segmentation_id);
  return own.execute();
}
