import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';

/**
 * A share does not wait here for its file: its job checks for the file's content, which exists before processing ends.
 */
export const shareLifecycle = declareLifecycle('share.package', {
  table: 'shares',
  key: { share_id: 'id' },
  file: 'file_id',
  objects: { folder: 'shares' },
  fail: async (_ctx, trx, { share_id }, error) => {
    await trx.updateTable('shares').set({ status: 'failed', error }).where('id', '=', share_id).execute();
  },
});
