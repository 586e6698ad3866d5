import { declareWaiting } from '../../jobs/waiting.ts';
import { failFile } from './end.ts';

/** Files wait for nothing. */
export const fileWaiting = declareWaiting('file.process', {
  table: 'files',
  key: { file_id: 'id' },
  file: 'id',
  objects: { folder: 'files', original: 'original' },
  fail: async (ctx, trx, { file_id }, reason) => {
    const row = await trx
      .selectFrom('files')
      .select(['id', 'account_id'])
      .where('id', '=', file_id)
      .executeTakeFirstOrThrow();
    await failFile(ctx, trx, row, reason);
  },
});
