import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import { temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
let job: Store;
let server: Store;

beforeEach(async () => {
  data = await temporaryData();
  server = await openStore(data.dataDir);
  job = await openStore(data.dataDir, undefined, { background: true });
});

afterEach(async () => {
  await job.close();
  await server.close();
  await data.remove();
});

/** A promise that is kept by a call. */
function later() {
  let resolve = () => {};
  const promise = new Promise<void>((kept) => {
    resolve = kept;
  });
  return { promise, resolve: () => resolve() };
}

const add = (db: Db) => db.insertInto('settings').values({ key: 'small', value: 'x' }).execute();

/** A transaction of some milliseconds. */
const piece = () =>
  job.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ key: crypto.randomUUID(), value: 'job' }).execute();
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 60000) select max(i) from n`.execute(
      trx,
    );
  });

it('a small write does not wait until all the pieces of a job are written', async () => {
  const ended: string[] = [];
  await piece();
  const work = (async () => {
    for (let round = 0; round < 20; round += 1) await piece();
    ended.push('job');
  })();
  const write = server.db
    .transaction()
    .execute((trx) => trx.insertInto('settings').values({ key: 'server', value: 'small' }).execute())
    .then(() => ended.push('small write'));
  await Promise.all([work, write]);
  expect(ended).toEqual(['small write', 'job']);
});

it.each([
  ['transaction', () => server.db.transaction().execute((trx) => add(trx))],
  ['single write', () => add(server.db)],
  [
    'single write that gives rows',
    () => server.db.insertInto('settings').values({ key: 'small', value: 'x' }).returning('key').execute(),
  ],
])('while a %s waits for another process, reads are answered and the loop goes on', async (_, write) => {
  const held = later();
  const began = later();
  const long = job.db.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ key: 'job', value: 'x' }).execute();
    began.resolve();
    await held.promise;
  });
  await began.promise;
  const ended: string[] = [];
  const waiting = write().then(() => ended.push('write'));
  for (let turn = 0; turn < 20; turn += 1) await server.db.selectFrom('settings').select('key').execute();
  ended.push('reads');
  held.resolve();
  await Promise.all([long, waiting]);
  expect(ended).toEqual(['reads', 'write']);
});

it("the log is written back by the worker, not by the server's loop", async () => {
  const pagesOf = async ({ db }: Store) =>
    (await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)).rows[0]
      ?.wal_autocheckpoint ?? 0;
  expect(await pagesOf(server)).toBeGreaterThan(4 * (await pagesOf(job)));
});
