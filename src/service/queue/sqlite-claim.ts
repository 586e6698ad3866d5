import type { Selectable } from 'kysely';
import type { Db, JobsTable, Trx } from '../store/schema.ts';
import { isJobKind } from './kinds.ts';
import type { AnyJob, ClaimOptions } from './queue.ts';

const STOPPED = 'the worker stopped while it was working on it';

/**
 * An idle worker only reads. The lock is taken when there is something to take, and what is taken is chosen anew
 * under it: nobody else can choose at the same time.
 */
export async function claim(db: Db, options: ClaimOptions, now: number): Promise<AnyJob | undefined> {
  const dueBy = options.dueBy ?? now;
  if (!(await nextJob(db, options, dueBy)) && !(await hasExpired(db, now))) return undefined;
  return db.transaction().execute(async (trx) => {
    await reap(trx, now);
    const next = await nextJob(trx, options, dueBy);
    if (!next) return undefined;
    const row = await trx
      .updateTable('jobs')
      .set({
        state: 'running',
        worker_id: options.workerId,
        lease_until: now + options.leaseMs,
        attempts: next.attempts + 1,
        token: await nextToken(trx),
        again: 0,
      })
      .where('id', '=', next.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toJob(row);
  });
}

function nextJob(db: Db, { kinds }: ClaimOptions, dueBy: number) {
  let query = db
    .selectFrom('jobs')
    .select(['id', 'attempts'])
    .where('state', '=', 'ready')
    .where('run_at', '<=', dueBy);
  if (kinds) query = query.where('kind', 'in', kinds);
  return query.orderBy('priority', 'desc').orderBy('run_at').orderBy('id').limit(1).executeTakeFirst();
}

async function nextToken(trx: Trx): Promise<number> {
  const row = await trx
    .updateTable('fences')
    .set((fence) => ({ value: fence('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

function expired(db: Db, now: number) {
  return db.selectFrom('jobs').select('id').where('state', '=', 'running').where('lease_until', '<', now);
}

async function hasExpired(db: Db, now: number): Promise<boolean> {
  return (await expired(db, now).executeTakeFirst()) !== undefined;
}

/** Makes jobs claimable whose leases end before `now` (Unix ms); gives how many. */
export async function reap(db: Db, now: number): Promise<number> {
  const done = await db
    .updateTable('jobs')
    .set((row) => ({
      state: 'ready',
      worker_id: null,
      lease_until: null,
      last_error: row.fn.coalesce('last_error', row.val(STOPPED)),
    }))
    .where('id', 'in', expired(db, now))
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

function toJob(row: Selectable<JobsTable>): AnyJob {
  if (!isJobKind(row.kind))
    throw new Error(`job ${row.id} is of a kind this program does not know: ${row.kind}`);
  return {
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    token: row.token,
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
    lastError: row.last_error,
  };
}
