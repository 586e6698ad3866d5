import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';

/** A backfill waits for nothing: it leaves out files that are still being processed. */
export const backfillLifecycle = declareLifecycle('moment-criteria.backfill', {
  table: 'moment_attachments',
  key: { attachment_id: 'id' },
  fail: async (_ctx, trx, { attachment_id }) => {
    await trx
      .updateTable('moment_attachments')
      .set({ status: 'failed' })
      .where('id', '=', attachment_id)
      .execute();
  },
});
