import { emit } from '../../events/outbox.ts';
import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { FileRow } from '../common/lookup.ts';

/** Marks a file, and everything that waits for it, failed. */
export async function failFile(
  ctx: EndContext,
  trx: Trx,
  { id, account_id }: Pick<FileRow, 'id' | 'account_id'>,
  reason: string,
): Promise<void> {
  await trx.updateTable('files').set({ status: 'failed', error: reason }).where('id', '=', id).execute();
  await emit(trx, ctx, 'file.job.failed', account_id, { id, object: 'file', error: reason });
  await ctx.lifecycle.failed(trx, 'file.process', { file_id: id }, `the file failed: ${reason}`);
}

/** Files wait for nothing. */
export const fileLifecycle = declareLifecycle('file.process', {
  table: 'files',
  key: { file_id: 'id' },
  file: 'id',
  work: 'reading a file',
  objects: { folder: 'files', original: 'original', begunIn: 'uploads' },
  fail: async (ctx, trx, { file_id }, reason) => {
    const row = await trx
      .selectFrom('files')
      .select(['id', 'account_id'])
      .where('id', '=', file_id)
      .executeTakeFirstOrThrow();
    await failFile(ctx, trx, row, reason);
  },
});
