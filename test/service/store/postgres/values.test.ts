import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';

describe.runIf(isOnServer)('[DB-1] a store on a server', () => {
  let store: Store;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const made = newTestStore();
    remove = made.remove;
    store = await openStore(made.store ?? '', undefined, { connections: 2 });
  });
  afterAll(async () => {
    await store.close();
    await remove();
  });

  const one = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await query.execute(store.db)).rows[0];

  it('takes values and lists of them as they are, and gives them back, each time', async () => {
    const texts = ['', 'a"b', '\\', '{}', ',', 'NULL', 'null', 'ü\n\t😀', " '; drop table files; --"];
    for (const _ of [1, 2, 3, 4])
      expect(
        await one(sql`select ${texts}::text[] as texts, ${[1, -2.5]}::float8[] as numbers, ${[null, 'x']}::text[] as gap,
          ${[]}::text[] as none, ${'a\0b'}::text as nul, ${true}::bigint as flag, ${null}::text as nothing,
          ${new Uint8Array([0, 255, 92])}::bytea as bytes, ${[[1, 2]]}::bigint[] as nested,
          ${[new Uint8Array([1, 2])]}::bytea[] as blobs, ${9_007_199_254_740_991}::bigint as most,
          ${Number.POSITIVE_INFINITY}::bigint::text as endless`),
      ).toEqual({
        texts,
        numbers: [1, -2.5],
        gap: [null, 'x'],
        none: [],
        nul: 'a\u{fffd}b',
        flag: 1,
        nothing: null,
        bytes: Buffer.from([0, 255, 92]),
        nested: [['1', '2']],
        blobs: [Buffer.from([1, 2])],
        most: 9_007_199_254_740_991,
        endless: '9223372036854775807',
      });
  });

  it('refuses values that no column has', async () => {
    for (const value of [undefined, new Date()])
      await expect(one(sql`select ${value} as value`)).rejects.toThrow('cannot be a value of a column');
  });

  it('gives no rows, many rows, and the number of those that were changed', async () => {
    const rows = async (most: number) =>
      (await sql`select at from generate_series(1, ${most}) as at`.execute(store.db)).rows.length;
    for (const most of [0, 0, 0, 1, 3_000]) expect(await rows(most)).toBe(most);
    const add = (keys: string[]) =>
      store.db
        .insertInto('settings')
        .values(keys.map((key) => ({ key, value: 'v' })))
        .executeTakeFirst();
    expect((await add(['a1', 'a2'])).numInsertedOrUpdatedRows).toBe(2n);
    const change = () => store.db.updateTable('settings').set({ value: 'w' }).where('key', 'like', 'a_');
    for (const _ of [1, 2, 3]) expect((await change().executeTakeFirst()).numUpdatedRows).toBe(2n);
    const gone = () => store.db.deleteFrom('settings').where('key', '=', 'nobody').executeTakeFirst();
    for (const _ of [1, 2, 3]) expect((await gone()).numDeletedRows).toBe(0n);
  });

  it('goes on after a statement that failed, prepared or not', async () => {
    const divide = (by: number) => one(sql`select 6 / ${by}::bigint as result`);
    for (const by of [0, 0, 2, 0, 3])
      if (by === 0) await expect(divide(by)).rejects.toThrow('division by zero');
      else expect(await divide(by)).toEqual({ result: 6 / by });
    await expect(one(sql`select nothing from nowhere where 1 = ${1}`)).rejects.toThrow('does not exist');
  });

  it('takes a new connection when the one that was used last has broken meanwhile', async () => {
    const other = new Client({ connectionString: process.env.VAU_TEST_STORE ?? '' });
    await other.connect();
    const pid = async () => Number((await one(sql`select pg_backend_pid() as pid`))?.pid);
    const before = await pid();
    expect(await pid()).toBe(before);
    await other.query('select pg_terminate_backend($1)', [before]);
    await expect.poll(pid).not.toBe(before);
    await other.end();
  });

  it('lets as many at once as it has connections, and the others wait', async () => {
    const slow = () => one(sql`select pg_backend_pid() as pid, pg_sleep(0.05)::text as slept`);
    const pids = await Promise.all(Array.from({ length: 12 }, slow));
    expect(new Set(pids.map((row) => row?.pid)).size).toBe(2);
    expect(await store.server?.exclusively(async (ask) => (await ask('select 1 as one')).rows)).toEqual([
      { one: 1 },
    ]);
  });

  it('with one connection lets all wait for it', async () => {
    const { store: location = '', remove: removeOne } = newTestStore();
    const single = await openStore(location, undefined, { connections: 1 });
    const read = () => single.db.selectFrom('settings').select('key').execute();
    for (const _ of [1, 2]) expect(await Promise.all([read(), read(), read()])).toHaveLength(3);
    const { server } = single;
    expect(await server?.exclusively(async (ask) => (await ask('select 1 as one')).rows)).toEqual([
      { one: 1 },
    ]);
    await single.close();
    await removeOne();
  }, 9_000);
});
