import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';

/** A redo waits for nothing: its job asks how far the files are. */
export const redoLifecycle = declareLifecycle('redo.run', {
  table: 'redos',
  key: { redo_id: 'id' },
  fail: async (_ctx, trx, { redo_id }, error) => {
    await trx.updateTable('redos').set({ status: 'failed', error }).where('id', '=', redo_id).execute();
  },
});
