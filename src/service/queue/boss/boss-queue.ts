import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db } from '../../store/schema.ts';
import { LeaseLost, nobody, type Queue, type QueueOptions } from '../queue.ts';
import { add } from './add.ts';
import { cancel, cancelAll, cancelRunning } from './cancel.ts';
import { claim } from './claim.ts';
import type { Driver } from './driver.ts';
import { depths, known, size } from './look.ts';
import { placeOf, timeOf } from './place.ts';
import { bringNearer, died, end, fail, heartbeat, heldRun, isHeld, letGo, putBack, reap } from './runs.ts';
import { through } from './through.ts';

/**
 * The queue of a store on PostgreSQL: pg-boss keeps the jobs, and sends, fetches, fails and deletes them in our
 * transactions. What it lacks is in additions.ts and runs.ts.
 *
 * Nothing of it runs by itself: no timers, no maintenance, no connections of its own. A job that ends is deleted, as in the
 * queue of a store in a file.
 * @param store the schema of the store's own tables; `prepare` has been called
 */
export function bossQueue(db: Db, store: string, { clock, wake, ownerOf = nobody }: QueueOptions): Queue {
  const place = placeOf(store);
  const boss = new PgBoss({ db: through(db), schema: place.schema, supervise: false, schedule: false });
  const driver: Driver = { db, boss, place, clock };
  return {
    enqueue: async (trx, kind, payload, options = {}) => {
      const owner = options.owner ?? (await ownerOf(trx, kind, payload));
      const id = await add(driver, trx, kind, payload, owner, options);
      wake.soon();
      return id;
    },
    claim: (options) => claim(driver, options),
    heartbeat: (workerId, leaseMs, tokens) => heartbeat(driver, workerId, clock() + leaseMs, tokens),
    fence: async (trx, job) => void (await heldRun(driver, trx, job)),
    begin: async (job) => {
      const done = await sql`update ${place.runs} set begun = 1 where ${isHeld(job)}`.execute(db);
      if (done.numAffectedRows === 0n) throw new LeaseLost(job);
    },
    complete: async (job) => {
      await db.transaction().execute(async (trx) => {
        const run = await heldRun(driver, trx, job);
        if (run.again === 0) return end(driver, trx, run.kind, run.job);
        await putBack(driver, trx, run, timeOf(clock()), true);
        await letGo(driver, trx, run.job, true);
      });
      wake.soon();
    },
    fail: (job, error, retryAt) =>
      db.transaction().execute(async (trx) => {
        const run = await heldRun(driver, trx, job);
        await fail(driver, trx, run, error, timeOf(run.again === 1 ? clock() : retryAt));
        await letGo(driver, trx, run.job, false);
      }),
    release: async (job, runAt = clock()) => {
      await db.transaction().execute(async (trx) => {
        const run = await heldRun(driver, trx, job);
        await putBack(driver, trx, run, timeOf(run.again === 1 ? clock() : runAt), false);
        await letGo(driver, trx, run.job, false);
      });
      wake.soon();
    },
    cancel: (within, key) => cancel(driver, within, key),
    cancelAll: (within, keys) => cancelAll(driver, within, keys),
    cancelRunning: (trx, kind, fields) => cancelRunning(driver, trx, kind, Object.entries(fields)),
    died: async (workerId, death) => {
      const count = await died(driver, workerId, death);
      wake.soon();
      return count;
    },
    reap: (until = clock()) => reap(driver, until),
    bringNearer: (leaseMs, longestMs) => bringNearer(driver, leaseMs, longestMs),
    size: () => size(driver),
    depths: () => depths(driver),
    has: async (key) => (await known(driver, [key])).has(key),
    missing: async (keys) => {
      const there = await known(driver, keys);
      return keys.filter((key) => !there.has(key));
    },
    wait: (ms, signal) => wake.wait(ms, signal),
  };
}
