import type { RequestContext } from '../../http/handler.ts';
import type { JobPayloads } from '../../queue/queue.ts';
import { noteDeletion } from '../../store/deletions.ts';
import type { Trx } from '../../store/schema.ts';

/** The tables whose rows may have very many rows below them. */
export type Deletable = JobPayloads['deletion.finish']['table'];

/** Deletes a row for all readers, and adds the job that deletes it, and all rows below it, in the store. */
export async function startDeletion(
  { queue, clock }: Pick<RequestContext, 'queue' | 'clock'>,
  trx: Trx,
  table: Deletable,
  id: string,
): Promise<void> {
  await noteDeletion(trx, id, clock());
  await queue.enqueue(trx, 'deletion.finish', { table, id });
}
