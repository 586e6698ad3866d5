import { sql } from 'kysely';
import type { Db, Flag } from '../store/schema.ts';
import { priorityOf } from './kinds.ts';
import { jobKey, LeaseLost, type Queue } from './queue.ts';
import { claim, reap } from './sqlite-claim.ts';
import { isHeld, putBack } from './sqlite-leases.ts';
import { wakeUp } from './wake.ts';

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
        // The one that is there is kept: if it waits, for the earlier of the two times; if it runs, to run again.
        .onConflict((clash) =>
          clash
            .column('dedupe_key')
            .where('dedupe_key', 'is not', null)
            .doUpdateSet((row) => ({
              run_at: row.fn('min', ['jobs.run_at', 'excluded.run_at']),
              again: sql<Flag>`jobs.state = 'running'`,
            })),
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
      const row = await trx.selectFrom('jobs').select('id').where(isHeld(job)).executeTakeFirst();
      if (!row) throw new LeaseLost(job);
    },
    complete: async (job) => {
      const ended = await db.deleteFrom('jobs').where(isHeld(job)).where('again', '=', 0).executeTakeFirst();
      if (ended.numDeletedRows > 0n) return;
      await putBack(db, job, { now: clock(), runAt: clock(), attempts: 'afresh' });
      wake.soon();
    },
    fail: (job, error, runAt) => putBack(db, job, { now: clock(), runAt, attempts: 'counted', error }),
    release: async (job, runAt = clock()) => {
      await putBack(db, job, { now: clock(), runAt, attempts: 'not counted' });
      wake.soon();
    },
    cancel: async (within, key) => {
      const ended = await within.deleteFrom('jobs').where('dedupe_key', '=', key).executeTakeFirst();
      return ended.numDeletedRows > 0n;
    },
    reap: (until = clock()) => reap(db, until),
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
    missing: async (keys) => {
      const rows = await db.selectFrom('jobs').select('dedupe_key').where('dedupe_key', 'in', keys).execute();
      const known = new Set(rows.map((row) => row.dedupe_key));
      return keys.filter((key) => !known.has(key));
    },
    wait: (ms, signal) => wake.wait(ms, signal),
  };
}
