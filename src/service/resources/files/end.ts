import { emit } from '../../events/outbox.ts';
import type { EndContext } from '../../jobs/waiting.ts';
import type { Trx } from '../../store/schema.ts';
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
  await ctx.waiting.failed(trx, 'file.process', { file_id: id }, `the file failed: ${reason}`);
}
