import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { openService } from '../../../../src/service/index.ts';
import { wakeUp } from '../../../../src/service/jobs/worker/messages.ts';
import { openQueue } from '../../../../src/service/queue/open-queue.ts';
import { migrations } from '../../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';

const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const remove of removals) await remove();
});

/** A schema of its own, empty. */
function place(): string {
  const { store = '', remove } = newTestStore();
  removals.push(remove);
  return store;
}

const schemaOf = (location: string) => new URL(location).searchParams.get('schema') ?? '';

/** Runs statements on the server, without a store. */
async function onServer(text: string): Promise<void> {
  const client = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
  await client.connect();
  await client.query(text);
  await client.end();
}

describe('an address', () => {
  it.each([
    ['postgres://', '--store must be the address of a PostgreSQL database'],
    ['postgres://ada:secret@db.example', '--store must be the address of a PostgreSQL database'],
    ['postgres://ada:secret@db.example/vau?schema=A-b', '--store has the schema "A-b"'],
  ])('that is wrong is refused, and not shown: %s', async (address, message) => {
    const refusal = await openStore(address).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'StoreRefused', message: expect.stringContaining(message) });
    expect(String(refusal)).not.toContain('secret');
  });

  it('where nothing listens is refused with what to check, without the password', async () => {
    const refusal = await openStore('postgres://ada:secret@127.0.0.1:9/vau').catch((error: Error) => error);
    expect(refusal).toMatchObject({
      name: 'StoreRefused',
      message: expect.stringMatching(
        /^the PostgreSQL database 127\.0\.0\.1:9\/vau cannot be used: .*check that it runs/,
      ),
    });
    expect(String(refusal)).not.toContain('secret');
  });
});

describe.runIf(isOnServer)('[DB-1] opening a PostgreSQL store', () => {
  it('makes it once, however many processes start on it', async () => {
    const location = place();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(location)));
    const { rows } = await sql<{ value: number }>`select value from fences`.execute(stores[0]?.db as never);
    expect(rows).toEqual([{ value: 0 }]);
    await Promise.all(stores.map((store) => store.close()));
    await (await openStore(location)).close();
  });

  it('refuses one that is newer, and changes nothing', async () => {
    const location = place();
    const newer = [...migrations, { version: 9_999, sqlite: '', postgres: 'create table later (id bigint)' }];
    await (await openStore(location, newer)).close();
    await expect(openStore(location)).rejects.toThrow('store version 9999');
    await (await openStore(location, newer)).close();
  });

  it('refuses one from before the baseline, with what brings it there', async () => {
    const location = place();
    const store = await openStore(location);
    await sql`update store_version set version = 46`.execute(store.db);
    await store.close();
    await expect(openStore(location)).rejects.toThrow(
      /store version 46, but this vau supports versions from 47 on; start the vau of commit \w+ on it once/,
    );
  });

  it('makes all of the steps or none', async () => {
    const location = place();
    const broken = [
      ...migrations,
      { version: 9_999, sqlite: '', postgres: 'create table later (id nothing)' },
    ];
    await expect(openStore(location, broken)).rejects.toThrow('nothing');
    const store = await openStore(location);
    await store.close();
  });

  it('refuses a schema with tables of others', async () => {
    const location = place();
    await onServer(`create schema ${schemaOf(location)}; create table ${schemaOf(location)}.theirs (id int)`);
    await expect(openStore(location)).rejects.toThrow('has tables that vau did not make');
  });
});

describe.runIf(isOnServer)('[DB-1] a PostgreSQL store', () => {
  it('a connection that breaks between two statements of a transaction fails this one, and does not end the process', async () => {
    const location = place();
    const store = await openStore(location);
    const broken = store.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await onServer(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'vau ${schemaOf(location)}'`);
      await sleep(200);
      await sql`select 1`.execute(trx);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows[0]?.one).toBe(1);
    await store.close();
  });

  it('goes on after the server ended its connections', async () => {
    const location = place();
    const store = await openStore(location);
    const { db } = store;
    // One is in the middle of a statement, the others are idle.
    await Promise.all(Array.from({ length: 4 }, () => sql`select 1`.execute(db)));
    const asked = sql<{ one: number }>`select 1 as one, pg_sleep(0.7)`.execute(db);
    await sleep(200);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vau ${schemaOf(location)}' and pid <> pg_backend_pid()`);
    expect((await asked).rows[0]?.one).toBe(1);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one).toBe(1);
    await store.close();
  });

  it('runs transactions that write as if one after the other', async () => {
    const location = place();
    const stores = [await openStore(location), await openStore(location)];
    await stores[0]?.db.insertInto('settings').values({ key: 'count', value: '0' }).execute();
    const add = async (at: number) =>
      stores[at % 2]?.db.transaction().execute(async (trx) => {
        const { value } = await trx
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'count')
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('settings')
          .set({ value: String(Number(value) + 1) })
          .where('key', '=', 'count')
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, at) => add(at)));
    expect(await stores[1]?.db.selectFrom('settings').select('value').execute()).toEqual([{ value: '40' }]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('tells other processes when there is work', async () => {
    const location = place();
    const stores = [await openStore(location), await openStore(location)];
    let woken = 0;
    stores[1]?.listen?.(() => {
      woken += 1;
    });
    await expect.poll(() => woken).toBe(1);
    const [one] = stores;
    if (!one) throw new Error('there is no store');
    const queue = await openQueue(one, { clock: Date.now, wake: wakeUp() });
    const add = (runAt: number) =>
      one.db
        .transaction()
        .execute((trx) => queue.enqueue(trx, 'index.analyse', {}, { runAt, key: `index.analyse ${runAt}` }));
    await add(Date.now() + 3_600_000);
    await add(Date.now() - 1_000);
    await expect.poll(() => woken).toBe(2);
    await Promise.all(stores.map((store) => store.close()));
  });
});

describe.runIf(isOnServer)('[DB-1] a service on a PostgreSQL store', () => {
  it('refuses the objects of another database, and goes on with its own', async () => {
    const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(os.tmpdir(), 'vau-objects-'))));
    const [one = '', other = ''] = folders;
    const store = place();
    await (await openService({ config: { dataDir: one } })).close();
    await expect(openService({ config: { dataDir: one, store } })).rejects.toThrow('do not belong');
    await (await openService({ config: { dataDir: other, store } })).close();
    await (await openService({ config: { dataDir: other, store } })).close();
    await expect(openService({ config: { dataDir: other, store: place() } })).rejects.toThrow(
      'do not belong',
    );
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });
});
