import { sql } from 'kysely';
import type { Trx } from '../../store/sql/schema.ts';

/**
 * Lists the moments and findings of a completed run in the collections that it belongs to. What is listed already stays.
 * @param attachmentId only for this attachment; default: all
 */
export async function addToCollections(trx: Trx, runId: string, attachmentId?: string): Promise<void> {
  const of = attachmentId === undefined ? sql`` : sql`and c.attachment_id = ${attachmentId}`;
  await sql`
    insert into collection_moments (attachment_id, moment_id, collection_id, file_id, account_id, run_id,
      criterion_name, start_time, score, merit, lower_is_better, rank_score)
    select c.attachment_id, m.id, c.collection_id, c.file_id, c.account_id, m.run_id,
      r.criterion_name, m.start_time, m.score, m.merit, m.lower_is_better, m.rank_score
    from criterion_files as c
    join find_moments_runs as r on r.id = c.run_id
    join moments as m on m.run_id = c.run_id
    where c.run_id = ${runId} ${of} on conflict do nothing`.execute(trx);
  await sql`
    insert into collection_findings (attachment_id, finding_id, collection_id, file_id, account_id, run_id,
      criterion_name, kind)
    select c.attachment_id, f.id, c.collection_id, c.file_id, c.account_id, f.run_id, r.criterion_name, f.kind
    from criterion_files as c
    join find_moments_runs as r on r.id = c.run_id
    join findings as f on f.run_id = c.run_id
    where c.run_id = ${runId} ${of} on conflict do nothing`.execute(trx);
}

/** Takes what a criterion found in a file out of the lists of its collection: it is to be applied again. */
export async function removeFromCollection(
  trx: Trx,
  { collection_id, file_id }: { readonly collection_id: string; readonly file_id: string },
): Promise<void> {
  for (const table of ['collection_moments', 'collection_findings'] as const)
    await trx
      .deleteFrom(table)
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', file_id)
      .execute();
}
