import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { isOpen } from '../../store/sql/expressions.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { CollectionFileRow } from '../common/lookup.ts';
import { removeFromCollection } from '../moments/listed.ts';
import { attachmentsOf } from './rows.ts';

type Ids = Pick<CollectionFileRow, 'collection_id' | 'file_id' | 'account_id' | 'status' | 'error'>;

/** Notes that a criterion is to be applied to a file. One that is noted already stays as it is. */
export async function addCriterionFile(trx: Trx, attachment_id: string, file: Ids): Promise<void> {
  await trx
    .insertInto('criterion_files')
    .values({ attachment_id, ...stateOf(file) })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/**
 * Applies the criteria of a collection to a file whose processing has just ended, in the transaction that ends it. If they
 * were applied before, they are applied again, because what is known of the file may have changed.
 */
export async function applyCriteria(
  { lifecycle: waiting }: Pick<EndContext, 'lifecycle'>,
  trx: Trx,
  file: Ids,
): Promise<void> {
  const attachments = await attachmentsOf(trx, file.collection_id);
  if (attachments.length === 0) return;
  await removeFromCollection(trx, file);
  for (const { id, status } of attachments) {
    const { collection_id: _, file_id: __, account_id: ___, ...state } = stateOf(file);
    await trx
      .insertInto('criterion_files')
      .values({ attachment_id: id, ...stateOf(file) })
      .onConflict((clash) => clash.columns(['attachment_id', 'file_id']).doUpdateSet(state))
      .execute();
    if (!isOpen({ status }))
      await trx
        .updateTable('moment_attachments')
        .set({ status: 'processing' })
        .where('id', '=', id)
        .execute();
    await waiting.start(trx, 'moment-criteria.backfill', { attachment_id: id });
  }
}

/** A file that failed has nothing to apply a criterion to. */
function stateOf({ collection_id, file_id, account_id, status, error }: Ids) {
  const ids = { collection_id, file_id, account_id };
  if (status === 'failed') return { ...ids, status: 'failed' as const, error, run_id: null };
  return { ...ids, status: 'pending' as const, error: null, run_id: null };
}
