import { conflict } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import type { JobKind, JobPayloads } from '../../queue/kinds.ts';
import { jobKey } from '../../queue/queue.ts';
import { isDeletable, isKept } from '../../store/sql/deletions.ts';
import type { Schema, Trx } from '../../store/sql/schema.ts';
import { startDeletion, startObjectDeletion } from './start.ts';

/** A table whose rows are known by an id. */
type TableWithId = Exclude<
  { [Name in keyof Schema]: Schema[Name] extends { id: string } ? Name : never }[keyof Schema],
  'collection_files'
>;

/** A row to delete, and what is deleted with it. */
interface Removal<Kind extends JobKind> {
  readonly table: TableWithId;
  readonly id: string;
  /** Its job. One that is at work on it loses its lease, and writes nothing any more. */
  readonly kind: Kind;
  readonly payload: JobPayloads[Kind];
  /** Why what waits for it fails. Left out where that goes on. */
  readonly reason?: string;
  /** Its objects; a job that cannot be lost deletes them. */
  readonly prefix?: string;
  /** Runs first, in the same transaction. It throws if the row must stay. */
  before?(trx: Trx): Promise<void>;
}

/**
 * Deletes a row and its job in one transaction. Its objects are deleted by a job, and so are the row itself and those
 * below it if there may be many; readers miss them at once.
 */
export function removeRow<Kind extends JobKind>(ctx: RequestContext, removal: Removal<Kind>): Promise<void> {
  const { table, id, kind, payload, reason, prefix } = removal;
  return ctx.db.transaction().execute(async (trx) => {
    await removal.before?.(trx);
    if (reason !== undefined) await ctx.lifecycle.failed(trx, kind, payload, reason);
    if (isDeletable(table)) await startDeletion(ctx, trx, table, id);
    else
      await trx
        .deleteFrom(table as 'describes')
        .where('id', '=', id)
        .execute();
    const cancelled = await ctx.queue.cancel(trx, jobKey(kind, payload));
    if (prefix !== undefined) await startObjectDeletion(ctx, trx, prefix, { cancelled });
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
    .where(isKept('collection_files'))
    .executeTakeFirst();
  if (used)
    throw conflict(
      `${noun} ${id} is used by collection ${used.collection_id}; take the file out of it first`,
    );
}
