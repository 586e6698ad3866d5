import { conflict } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { type JobKind, type JobPayloads, jobKey } from '../../queue/queue.ts';
import type { Trx } from '../../store/schema.ts';
import type { OwnTable } from './rows.ts';

/** A row that goes, and what goes with it. */
interface Removal<Kind extends JobKind> {
  readonly table: OwnTable;
  readonly id: string;
  /** Its job. One that is at work on it loses its lease, and writes nothing any more. */
  readonly kind: Kind;
  readonly payload: JobPayloads[Kind];
  /** Why what waits for it fails. Left out where that goes on. */
  readonly reason?: string;
  /** Its objects; a job that cannot be lost deletes them. */
  readonly prefix?: string;
  /** Throws where the row has to stay. */
  check?(trx: Trx): Promise<void>;
}

/** Deletes a row and its job in one transaction, and in time its objects. */
export function removeRow<Kind extends JobKind>(ctx: RequestContext, removal: Removal<Kind>): Promise<void> {
  const { table, id, kind, payload, reason, prefix } = removal;
  return ctx.db.transaction().execute(async (trx) => {
    await removal.check?.(trx);
    if (reason !== undefined) await ctx.waiting.failed(trx, kind, payload, reason);
    await trx
      .deleteFrom(table as 'describes')
      .where('id', '=', id)
      .execute();
    await ctx.queue.cancel(trx, jobKey(kind, payload));
    if (prefix !== undefined) await ctx.queue.enqueue(trx, 'object.delete', { prefix });
  });
}

/** @param noun what a person calls the row @throws 409 while a collection file uses it */
export async function refuseWhileUsed(
  trx: Trx,
  column: 'segmentation_id' | 'face_detection_id',
  id: string,
  noun: string,
): Promise<void> {
  const used = await trx
    .selectFrom('collection_files')
    .select('collection_id')
    .where(column, '=', id)
    .executeTakeFirst();
  if (used)
    throw conflict(
      `${noun} ${id} is used by collection ${used.collection_id}; take the file out of it first`,
    );
}
