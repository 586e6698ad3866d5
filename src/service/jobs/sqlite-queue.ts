import type { Selectable } from 'kysely';
import type { Db, JobsTable, Trx } from '../store/schema.ts';
import { isJobKind, priorityOf } from './kinds.ts';
import { type AnyJob, type ClaimOptions, type HeldLease, jobKey, LeaseLost, type Queue } from './queue.ts';
import { wakeUp } from './wake.ts';

const STOPPED = 'the worker stopped while it was working on it';

/** The queue in the store itself: an unfinished job is a row, a finished one is gone. */
export function sqliteQueue(db: Db, clock: () => number = Date.now): Queue {
  const wake = wakeUp();
  return {
    enqueue: async (trx, kind, payload, options = {}) => {
      const now = clock();
      const row = await trx
        .insertInto('jobs')
        .values({
          kind,
          payload: JSON.stringify(payload),
          dedupe_key: options.key ?? jobKey(kind, payload),
          state: 'ready',
          priority: priorityOf(kind),
          run_at: options.runAt ?? now,
          max_attempts: options.maxAttempts ?? 3,
          created_at: now,
        })
        // The one that is there is kept; it runs at the earlier of the two times.
        .onConflict((clash) =>
          clash
            .column('dedupe_key')
            .where('dedupe_key', 'is not', null)
            .doUpdateSet((row) => ({ run_at: row.fn('min', ['jobs.run_at', 'excluded.run_at']) })),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      wake.soon();
      return row.id;
    },
    claim: (options) => claim(db, options, clock()),
    heartbeat: (workerId, leaseMs) =>
      db
        .updateTable('jobs')
        .set({ lease_until: clock() + leaseMs })
        .where('worker_id', '=', workerId)
        .where('state', '=', 'running')
        .returning(['id', 'token'])
        .execute(),
    fence: async (trx, job) => {
      const held = await trx
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', job.id)
        .where('token', '=', job.token)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (!held) throw new LeaseLost(job);
    },
    complete: async (job) => {
      const ended = await db
        .deleteFrom('jobs')
        .where('id', '=', job.id)
        .where('token', '=', job.token)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (ended.numDeletedRows === 0n) throw new LeaseLost(job);
    },
    fail: (job, error, retryAt) => putBack(db, job, { run_at: retryAt, last_error: error }),
    release: async (job, runAt = clock()) => {
      await putBack(db, job, { run_at: runAt }, 1);
      wake.soon();
    },
    cancel: async (within, key) => {
      const ended = await within.deleteFrom('jobs').where('dedupe_key', '=', key).executeTakeFirst();
      return ended.numDeletedRows > 0n;
    },
    reap: () => reap(db, clock()),
    size: async () => {
      const row = await db
        .selectFrom('jobs')
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    has: async (key) => {
      const row = await db.selectFrom('jobs').select('id').where('dedupe_key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
    wait: (ms, signal) => wake.wait(ms, signal),
  };
}

/**
 * An idle worker only reads. The lock is taken when there is something to take, and what is taken is chosen anew
 * under it: nobody else can choose at the same time.
 */
async function claim(db: Db, options: ClaimOptions, now: number): Promise<AnyJob | undefined> {
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

async function reap(db: Db, now: number): Promise<number> {
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

async function putBack(
  db: Db,
  job: HeldLease,
  set: Partial<Selectable<JobsTable>>,
  untried = 0,
): Promise<void> {
  const done = await db
    .updateTable('jobs')
    .set((row) => ({
      ...set,
      state: 'ready',
      worker_id: null,
      lease_until: null,
      attempts: row('attempts', '-', untried),
    }))
    .where('id', '=', job.id)
    .where('token', '=', job.token)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) throw new LeaseLost(job);
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
