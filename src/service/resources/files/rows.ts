import type { Insertable } from 'kysely';
import type { RequestContext } from '../../http/handler.ts';
import type { FilesTable, Trx } from '../../store/schema.ts';

type NewFile = Omit<Insertable<FilesTable>, 'account_id' | 'status' | 'created_at'>;

/** Adds a file and the job that processes it. */
export async function insertFile(ctx: RequestContext, trx: Trx, file: NewFile): Promise<void> {
  const row = { ...file, account_id: ctx.accountId, status: 'pending' as const, created_at: ctx.clock() };
  await trx.insertInto('files').values(row).execute();
  await ctx.queue.enqueue(trx, 'file.process', { file_id: file.id });
}
