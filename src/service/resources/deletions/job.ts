import { sql } from 'kysely';
import { emit } from '../../events/outbox.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { type JobPayloads, jobKey } from '../../queue/queue.ts';
import { type CollectionFileIds, removalIds, removalOf } from '../../store/deletions.ts';
import type { Trx } from '../../store/schema.ts';
import { type Part, partsOf } from './parts.ts';

/**
 * Rows deleted in one transaction. Other writers wait meanwhile, the server's event loop among them, so it takes some
 * milliseconds at most.
 */
export const PIECE = 200;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

type Subject = JobPayloads['deletion.finish'];

/**
 * Deletes a row that was deleted for readers, and everything below it, piece by piece. After an interruption the next
 * run goes on with what is left. It is never given up: rows left behind would be invisible.
 */
export const finishDeletion: JobHandler<'deletion.finish'> = {
  run: (ctx, subject) => finish(ctx, subject, ctx.clock() + TURN_MS),
};

async function finish(ctx: JobContext, subject: Subject, until: number): Promise<void> {
  while (await ctx.write((trx) => removePiece(ctx, trx, subject))) {
    ctx.signal.throwIfAborted();
    if (ctx.clock() > until) throw new RetryLater('more rows are to be deleted', 0);
  }
}

/** Deletes at most PIECE rows; the last piece is the row itself. @returns whether there is more to delete */
async function removePiece(ctx: JobContext, trx: Trx, { table, id }: Subject): Promise<boolean> {
  if (!(await isNoted(trx, id))) return false;
  let room = PIECE;
  for (const part of partsOf(table, id)) {
    room -= await removeRows(trx, part, room);
    if (room <= 0) return true;
  }
  if (table === 'collections' && (await removeCollectionFiles(ctx, trx, id, room)) === room) return true;
  if (table === 'collection_files') await endRemoval(ctx, trx, removalIds(id));
  else await trx.deleteFrom(table).where('id', '=', id).execute();
  await trx.deleteFrom('deletions').where('id', '=', id).execute();
  return false;
}

/** False after a crash between the last piece and the end of the job; a collection file may be a new one then. */
async function isNoted(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('deletions').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Deletes at most `limit` rows; returns how many. */
async function removeRows(trx: Trx, { table, key, condition }: Part, limit: number): Promise<number> {
  const columns = sql.join(key);
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${condition} limit ${limit}
    )`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes at most `limit` files of a collection, each with its job and its event; returns how many. */
async function removeCollectionFiles(
  ctx: JobContext,
  trx: Trx,
  collection_id: string,
  limit: number,
): Promise<number> {
  const rows = await trx
    .selectFrom('collection_files')
    .select(['file_id', 'account_id'])
    .where('collection_id', '=', collection_id)
    .orderBy('added_at')
    .orderBy('file_id')
    .limit(limit)
    .execute();
  const keys = rows.map(({ file_id }) => jobKey('collection-file.process', { collection_id, file_id }));
  await ctx.queue.cancelAll(trx, keys);
  for (const { file_id, account_id } of rows) {
    const ids = { collection_id, file_id };
    // One that was removed before the collection had its event then.
    if ((await removalOf(trx, ids)) !== 'removed')
      await emit(trx, ctx, 'collection.file.job.deleted', account_id, { ...ids, object: 'collection_file' });
    await removeCollectionFile(trx, ids);
  }
  return rows.length;
}

/** Deletes a collection file whose rows are gone; if it was added again, it stays, and its job may begin. */
async function endRemoval(ctx: JobContext, trx: Trx, ids: CollectionFileIds): Promise<void> {
  if ((await removalOf(trx, ids)) === 'replaced')
    await ctx.waiting.start(trx, 'collection-file.process', ids);
  else await removeCollectionFile(trx, ids);
}

async function removeCollectionFile(trx: Trx, { collection_id, file_id }: CollectionFileIds): Promise<void> {
  await trx
    .deleteFrom('collection_files')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .execute();
}
