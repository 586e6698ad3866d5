import { declareWaiting } from '../../jobs/lifecycle/waiting.ts';

/** A redo waits for nothing: its job asks how far the files are. */
export const redoWaiting = declareWaiting('redo.run', {
  table: 'redos',
  key: { redo_id: 'id' },
  fail: async (_ctx, trx, { redo_id }, error) => {
    await trx.updateTable('redos').set({ status: 'failed', error }).where('id', '=', redo_id).execute();
  },
});
