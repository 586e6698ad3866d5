import type { Sweep } from '../../jobs/sweep.ts';
import type { Db } from '../../store/sql/schema.ts';

/** Events, with their deliveries, are kept for this long, in milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Finished deliveries that are kept for each webhook. */
const KEPT_DELIVERIES = 1_000;

/** Rows deleted in one statement: other writers wait meanwhile. */
const PIECE = 200;

/** Deletes old events, and all but the newest finished deliveries of each webhook. */
export const pruneEvents: Sweep = async ({ db, clock, signal }) => {
  const before = clock() - KEPT_MS;
  while ((await deleteEvents(db, before)) === PIECE) signal?.throwIfAborted();
  for (const { id } of await db.selectFrom('webhooks').select('id').execute())
    while ((await deleteFinished(db, id)) === PIECE) signal?.throwIfAborted();
};

async function deleteEvents(db: Db, before: number): Promise<number> {
  const old = db.selectFrom('events').select('seq').where('created_at', '<', before).limit(PIECE);
  const { numDeletedRows } = await db.deleteFrom('events').where('seq', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteFinished(db: Db, webhookId: string): Promise<number> {
  let deleted = 0;
  for (const status of ['delivered', 'failed'] as const) {
    const old = db
      .selectFrom('webhook_deliveries')
      .select('seq')
      .where('webhook_id', '=', webhookId)
      .where('status', '=', status)
      .orderBy('seq', 'desc')
      .limit(PIECE)
      .offset(KEPT_DELIVERIES);
    const { numDeletedRows } = await db
      .deleteFrom('webhook_deliveries')
      .where('seq', 'in', old)
      .executeTakeFirstOrThrow();
    deleted = Math.max(deleted, Number(numDeletedRows));
  }
  return deleted;
}
