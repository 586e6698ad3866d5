import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
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

it("the log is written back by the worker, not by the server's loop", async () => {
  const pagesOf = async ({ db }: Store) =>
    (await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)).rows[0]
      ?.wal_autocheckpoint ?? 0;
  expect(await pagesOf(server)).toBeGreaterThan(4 * (await pagesOf(job)));
});
