import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import { nameStatements } from '../../../../src/service/store/postgres/driver.ts';
import { compiledOnce } from '../../../../src/service/store/sql/compiled.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';

describe('the names of statements', () => {
  it('are given to what comes for the second time, and stay', () => {
    const nameOf = nameStatements();
    expect([nameOf('a'), nameOf('b')]).toEqual([undefined, undefined]);
    const [one, other] = [nameOf('a'), nameOf('b')];
    expect(one).toEqual(expect.any(String));
    expect(other).not.toBe(one);
    expect([nameOf('a'), nameOf('b')]).toEqual([one, other]);
  });

  it('are so many at most, and none is for a long list of values', () => {
    const nameOf = nameStatements();
    const texts = Array.from({ length: 1_500 }, (_, at) => `select ${at}`);
    const names = texts.map((text) => [nameOf(text), nameOf(text)][1]);
    expect(new Set(names.slice(0, 1_000)).size).toBe(1_000);
    expect(names.slice(1_000)).toEqual(Array.from({ length: 500 }, () => undefined));
    const long = `select ${'$1, '.repeat(3_000)}`;
    expect([nameStatements()(long), nameStatements()(long)]).toEqual([undefined, undefined]);
  });

  it('are remembered for few texts that came once', () => {
    const nameOf = nameStatements();
    nameOf('first');
    for (let at = 0; at < 2_000; at += 1) nameOf(`select ${at}`);
    expect(nameOf('first')).toBeUndefined();
  });
});

const removals: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const remove of removals) await remove();
});

describe.runIf(isOnServer)('[DB-1] statements that stay prepared on a server', () => {
  let store: Store;
  let schema = '';

  beforeEach(async () => {
    const { store: location = '', remove } = newTestStore();
    removals.push(remove);
    schema = new URL(location).searchParams.get('schema') ?? '';
    store = await openStore(location, undefined, { connections: 1 });
  });
  afterEach(() => store.close());

  const all = () => store.db.selectFrom('settings').selectAll().where('key', '>=', 'a').execute();
  const add = (key: string) => store.db.insertInto('settings').values({ key, value: 'v' }).execute();

  /** Changes a table as another program would. */
  async function change(text: string): Promise<void> {
    const client = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
    await client.connect();
    await client.query(`set search_path = ${schema}`);
    await client.query(text);
    await client.end();
  }

  it('are planned once for a connection', async () => {
    for (const _ of [1, 2, 3]) await all();
    const { rows } = await sql<{ uses: number }>`
      select generic_plans + custom_plans as uses from pg_prepared_statements
      where statement like '%from "settings"%key" >= %'`.execute(store.db);
    expect(rows).toEqual([{ uses: 2 }]);
  });

  it('see a column that another program adds, and go on when it is gone', async () => {
    await add('b');
    await add('c');
    for (const _ of [1, 2, 3]) expect(await all()).toHaveLength(2);
    await change("alter table settings add column colour text default 'red'");
    expect(await all()).toContainEqual({ key: 'b', value: 'v', colour: 'red' });
    await change('alter table settings drop column colour');
    expect(await all()).toContainEqual({ key: 'b', value: 'v' });
  });

  it('are asked again on another connection if they were compiled once, and a wrong one is not', async () => {
    const ask = compiledOnce((db, key: string) =>
      db.selectFrom('settings').selectAll().where('key', '>=', key),
    );
    await add('b');
    for (const _ of [1, 2, 3]) expect(await ask(store.db, 'a')).toHaveLength(1);
    await change("alter table settings add column colour text default 'red'");
    expect(await ask(store.db, 'a')).toEqual([{ key: 'b', value: 'v', colour: 'red' }]);
    await change('alter table settings drop column colour');
    expect(await ask(store.db, 'a')).toEqual([{ key: 'b', value: 'v' }]);
    const wrong = compiledOnce((db, key: string) =>
      db.selectFrom('settings').selectAll().where('value', '=', sql<string>`(1 / ${key}::bigint)::text`),
    );
    await expect(wrong(store.db, '0')).rejects.toThrow('division by zero');
    // The only connection has come back.
    expect(await ask(store.db, 'a')).toHaveLength(1);
  });

  it('in a transaction fail it once then, and the next one succeeds', async () => {
    const read = () =>
      store.db.transaction().execute((trx) => trx.selectFrom('settings').selectAll().execute());
    for (const _ of [1, 2, 3]) await read();
    await change("alter table settings add column colour text default 'red'");
    await expect(read()).rejects.toThrow(/cached plan/);
    await read();
  });
});
