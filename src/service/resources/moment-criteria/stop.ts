import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { jobKey } from '../../queue/queue.ts';
import type { CollectionFileIds } from '../../store/sql/deletions.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { cancelUnneeded } from '../find-moments/lifecycle.ts';
import type { AttachmentRow } from './rows.ts';

type Stopper = Pick<EndContext, 'queue' | 'clock' | 'newId'>;

/**
 * Stops the work for an attachment that was deleted in this transaction. Runs that are at work end now; those that wait end
 * when their turn comes, because there may be very many.
 */
export async function stopCriterion(
  ctx: Stopper,
  trx: Trx,
  { id }: Pick<AttachmentRow, 'id'>,
): Promise<void> {
  await ctx.queue.cancel(trx, jobKey('moment-criteria.backfill', { attachment_id: id }));
  const runs = await trx
    .selectFrom('find_moments_runs as r')
    .selectAll()
    .where('r.id', 'in', (query) =>
      query
        .selectFrom('criterion_files')
        .select('run_id')
        .where('attachment_id', '=', id)
        .where('status', '=', 'processing')
        .where('run_id', 'is not', null),
    )
    .execute();
  await cancelUnneeded(ctx, trx, runs);
}

/** The same for a file that was removed from a collection. */
export async function stopCriteriaOfFile(
  ctx: Stopper,
  trx: Trx,
  { collection_id, file_id }: CollectionFileIds,
): Promise<void> {
  const runs = await trx
    .selectFrom('find_moments_runs as r')
    .selectAll()
    .where('r.id', 'in', (query) =>
      query
        .selectFrom('criterion_files')
        .select('run_id')
        .where('collection_id', '=', collection_id)
        .where('file_id', '=', file_id)
        .where('status', 'in', ['pending', 'processing'])
        .where('run_id', 'is not', null),
    )
    .execute();
  await cancelUnneeded(ctx, trx, runs);
}
