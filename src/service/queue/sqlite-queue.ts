import { listOf } from '../store/list-of.ts';
import type { Db } from '../store/schema.ts';
import { LeaseLost, nobody, type Queue, type QueueOptions } from './queue.ts';
import { add } from './sqlite-add.ts';
import { claim } from './sqlite-claim.ts';
import { depths } from './sqlite-depths.ts';
import { bringNearer, cancelRunning, died, heartbeat, isHeld, putBack, reap } from './sqlite-leases.ts';

/** The queue in the store itself: an unfinished job is a row, and a finished job is deleted. */
export function sqliteQueue(db: Db, { clock, wake, ownerOf = nobody }: QueueOptions): Queue {
  return {
    enqueue: async (trx, kind, payload, options = {}) => {
      const owner = options.owner ?? (await ownerOf(trx, kind, payload));
      const id = await add(trx, kind, payload, owner, options, clock());
      wake.soon();
      return id;
    },
    claim: (options) => claim(db, options, clock),
    heartbeat: (workerId, leaseMs, tokens) => heartbeat(db, workerId, clock() + leaseMs, tokens),
    fence: async (trx, job) => {
      const row = await trx.selectFrom('jobs').select('id').where(isHeld(job)).executeTakeFirst();
      if (!row) throw new LeaseLost(job);
    },
    begin: async (job) => {
      const done = await db.updateTable('jobs').set({ begun: 1 }).where(isHeld(job)).executeTakeFirst();
      if (done.numUpdatedRows === 0n) throw new LeaseLost(job);
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
    cancelAll: async (within, keys) => {
      await within.deleteFrom('jobs').where('dedupe_key', 'in', listOf(keys)).execute();
    },
    cancelRunning: (trx, kind, fields) => cancelRunning(trx, kind, Object.entries(fields)),
    died: async (workerId, death) => {
      const count = await died(db, workerId, death, clock());
      wake.soon();
      return count;
    },
    reap: (until = clock()) => reap(db, until),
    bringNearer: (leaseMs, longestMs) => bringNearer(db, clock(), leaseMs, longestMs),
    size: async () => {
      const row = await db
        .selectFrom('jobs')
        .select((count) => count.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    depths: () => depths(db),
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
