/** What runs one after the other on SQLite, and side by side on a server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wakeUp } from '../../../../src/service/jobs/worker/messages.ts';
import { openQueue } from '../../../../src/service/queue/open-queue.ts';
import { numbersFor } from '../../../../src/service/resources/passages/vector-rows.ts';
import { PASSAGES, PICTURES } from '../../../../src/service/search/vectors/tables.ts';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import type { Db, Trx } from '../../../../src/service/store/sql/schema.ts';
import type { Hindrance } from '../../../../src/service/store/store.ts';
import { inFull } from '../../../support/in-full.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';
import { runWriters } from './writers.ts';

const SEED = Number(process.env.VAU_TEST_SEED ?? 1);

/** Resolves for each when all have come. */
function meeting(of: number): () => Promise<void> {
  let [come, open] = [0, () => {}];
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === of) open();
    return all;
  };
}

describe.runIf(isOnServer)('[DB-1] transactions that write to a server side by side', () => {
  const told: Hindrance[] = [];
  let test: ReturnType<typeof newTestStore>;
  let store: Store;
  let db: Db;

  beforeEach(async () => {
    test = newTestStore();
    told.length = 0;
    store = await openStore(test.store ?? '', undefined, { onHindrance: (what) => void told.push(what) });
    db = store.db;
  });
  afterEach(async () => {
    await store.close();
    await test.remove();
  });

  const set = (trx: Db, key: string, value: string) =>
    trx.insertInto('settings').values({ key, value }).execute();
  const valuesOf = async (like: string) =>
    (await db.selectFrom('settings').select('value').where('key', 'like', like).orderBy('key').execute()).map(
      ({ value }) => value,
    );

  it('are both open at the same time', async () => {
    const met = meeting(2);
    const one = (key: string) =>
      db.transaction().execute(async (trx) => {
        await set(trx, key, key);
        await met();
      });
    await Promise.all([one('a 1'), one('a 2')]);
    expect(await valuesOf('a %')).toEqual(['a 1', 'a 2']);
  });

  it('give what they would give one after the other: one of them runs again, and it is counted', async () => {
    const met = meeting(2);
    const runs = { 1: 0, 2: 0 };
    /** Each writes how many it has found. */
    const one = (at: 1 | 2) =>
      db.transaction().execute(async (trx) => {
        runs[at] += 1;
        const { rows } = await sql<{ found: number }>`
          select count(*) as found from settings where key like 'b %'`.execute(trx);
        if (runs[at] === 1) await met();
        await set(trx, `b ${at}`, String(rows[0]?.found));
      });
    await Promise.all([one(1), one(2)]);
    expect((await valuesOf('b %')).sort()).toEqual(['0', '1']);
    expect(runs[1] + runs[2]).toBe(3);
    expect(told.sort()).toEqual(['retry', 'serialization failure']);
  });

  it('run alone after four tries, so that nobody can refuse them for ever', async () => {
    await set(db, 'c', '0');
    const runs: string[] = [];
    await db.transaction().execute(async (trx) => {
      const at = await trx.selectFrom('settings').select('value').where('key', '=', 'c').executeTakeFirst();
      const { rows } = await sql<{ level: string }>`
        select current_setting('transaction_isolation') as level`.execute(trx);
      runs.push(rows[0]?.level ?? '');
      // Another writer is always quicker, as long as it may write.
      if (runs.length <= 4)
        await db.updateTable('settings').set({ value: 'other' }).where('key', '=', 'c').execute();
      await trx
        .updateTable('settings')
        .set({ value: `${at?.value} own` })
        .where('key', '=', 'c')
        .execute();
    });
    expect(runs).toEqual([...Array.from({ length: 4 }, () => 'serializable'), 'read committed']);
    expect(await valuesOf('c')).toEqual(['other own']);
  });

  it('wait for a vacuum of the index when they run alone: it would refuse them without a word to us', async () => {
    await set(db, 'f', '0');
    let [runs, vacuum]: [number, Promise<unknown>] = [0, Promise.resolve()];
    const begun = meeting(2);
    await db.transaction().execute(async (trx) => {
      runs += 1;
      const { rows } = await sql`select value from settings where key = 'f'`.execute(trx);
      if (runs <= 4)
        await db.updateTable('settings').set({ value: 'other' }).where('key', '=', 'f').execute();
      // The same lock as a vacuum's, and held for longer than the pause before the last try.
      if (runs === 4) {
        vacuum = holdsLikeVacuum(test.store ?? '', begun);
        await begun();
      }
      if (runs > 4) await sql`insert into removed_documents (docid) values (1)`.execute(trx);
      await trx
        .updateTable('settings')
        .set({ value: String(rows.length) })
        .where('key', '=', 'f')
        .execute();
    });
    await vacuum;
    expect([runs, await valuesOf('f')]).toEqual([5, ['1']]);
  });

  it('fail with the error of their own, once', async () => {
    let runs = 0;
    const failing = db.transaction().execute(async (trx) => {
      runs += 1;
      await set(trx, 'd', 'd');
      throw new Error('the work is wrong');
    });
    await expect(failing).rejects.toThrow('the work is wrong');
    expect([runs, await valuesOf('d')]).toEqual([1, []]);
  });

  it('see a row that another one has added meanwhile, where they would have added it too', async () => {
    const add = (trx: Trx) => set(trx, 'e', 'own');
    let runs = 0;
    await db.transaction().execute(async (trx) => {
      runs += 1;
      const there = await trx.selectFrom('settings').select('key').where('key', '=', 'e').executeTakeFirst();
      if (runs === 1) await set(db, 'e', 'other');
      if (!there) await add(trx);
    });
    expect([runs, await valuesOf('e')]).toEqual([2, ['other']]);
    await expect(db.transaction().execute(add)).rejects.toThrow(/duplicate key/);
  });

  it('let workers claim while others have begun to: each gets a job of its own', async () => {
    const queue = await openQueue(store, { clock: () => 1_000_000, wake: wakeUp() });
    for (const file_id of ['f', 'g', 'h'])
      await db.transaction().execute((trx) => queue.enqueue(trx, 'file.process', { file_id }));
    const schema = `${new URL(test.store ?? '').searchParams.get('schema')}_boss`;
    const claimed = await db.transaction().execute(async (trx) => {
      // The first in line is in the hands of somebody who takes his time.
      await sql`select 1 from ${sql.id(schema, 'job')} where name = 'file.process' order by id limit 1 for update`.execute(
        trx,
      );
      return queue.claim({ workerId: 'one', leaseMs: 1_000 });
    });
    expect(claimed?.payload).toEqual({ file_id: 'g' });
    const claims = [1, 2].map((at) => queue.claim({ workerId: `other ${at}`, leaseMs: 1_000 }));
    const payloads = (await Promise.all(claims)).map((job) => JSON.stringify(job?.payload)).sort();
    expect(payloads).toEqual(['{"file_id":"f"}', '{"file_id":"h"}']);
  });

  it('keep a lease from being given away while something is written for it', async () => {
    let now = 1_000_000;
    const queue = await openQueue(store, { clock: () => now, wake: wakeUp() });
    await db.transaction().execute((trx) => queue.enqueue(trx, 'file.process', { file_id: 'i' }));
    const job = await queue.claim({ workerId: 'one', leaseMs: 1_000 });
    if (!job) throw new Error('there is no job');
    now += 10_000;
    const order: string[] = [];
    let reaping: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await queue.fence(trx, job);
      reaping = queue.reap().then(() => order.push('given away'));
      await Promise.race([reaping, isWaiting(db)]);
      order.push('written');
      await set(trx, 'i', 'i');
    });
    await reaping;
    expect(order).toEqual(['written', 'given away']);
  });

  it.each([
    ['removals', (trx: Trx) => sql`insert into removed_documents (docid) values (1)`.execute(trx)],
    ['vectors', (trx: Trx) => numbersFor(trx, PASSAGES, { model: String(Math.random()), dimension: 8 }, 2)],
    ['pictures', (trx: Trx) => numbersFor(trx, PICTURES, { model: String(Math.random()), dimension: 8 }, 2)],
  ])('show %s in the order of their ids: the next one waits, and runs twice', async (_, add) => {
    const order: string[] = [];
    let [runs, later]: [number, Promise<unknown>] = [0, Promise.resolve()];
    await db.transaction().execute(async (trx) => {
      await add(trx);
      later = db
        .transaction()
        .execute(async (other) => {
          runs += 1;
          await add(other);
        })
        .then(() => order.push('second'));
      await Promise.race([later, isWaiting(db)]);
      order.push('first');
    });
    await later;
    expect([order, runs]).toEqual([['first', 'second'], 2]);
  });
});

/** Holds the index of words for half a second, as a vacuum does, which knows nothing of the store's own locks. */
async function holdsLikeVacuum(location: string, begun: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: location });
  await client.connect();
  try {
    const schema = new URL(location).searchParams.get('schema') ?? 'public';
    await client.query('begin');
    await client.query(`lock table "${schema}".index_state in share update exclusive mode`);
    await begun();
    await sleep(500);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Resolves when a connection waits for a lock of another. */
async function isWaiting(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and application_name = current_setting('application_name')`.execute(db);
    if (rows.length > 0) return;
    await sleep(5);
  }
}

describe.runIf(isOnServer)(`[DB-1] fifty writers side by side, seed ${SEED}`, () => {
  it('keep balances, one result a pair, leases, and the order of what is followed', async () => {
    const { store: location = '', remove } = newTestStore();
    const rounds = inFull(10_000, 600);
    const { wrong, done, hindrances } = await runWriters(location, { writers: 50, rounds, seed: SEED });
    expect(wrong).toEqual([]);
    expect([...done.keys()].sort()).toEqual(['add', 'pair', 'pay', 'vectors', 'work']);
    // Otherwise they were not side by side.
    expect(hindrances.get('serialization failure')).toBeGreaterThan(0);
    await remove();
  }, 1_800_000);
});
