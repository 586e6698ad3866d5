import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store, storePath } from '../../../src/service/store/open-store.ts';
import { isUniqueViolation } from '../../../src/service/store/sql/errors.ts';
import { cacheStatements, forKysely } from '../../../src/service/store/sqlite/sqlite-database.ts';
import { loadSqlite, type NativeDatabase } from '../../../src/service/store/sqlite/sqlite-module.ts';
import { temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
let store: Store;
let other: NativeDatabase;

beforeEach(async () => {
  data = await temporaryData();
  store = await openStore(data.dataDir);
  const { DatabaseSync } = await loadSqlite();
  other = new DatabaseSync(storePath(data.dataDir), { timeout: 0 });
});

afterEach(async () => {
  other.close();
  await store.close();
  await data.remove();
});

const add = (key: string, value = 'v') => store.db.insertInto('settings').values({ key, value }).execute();
const all = () => store.db.selectFrom('settings').selectAll().orderBy('key').execute();
const keys = async () => (await all()).map(({ key }) => key);

describe('statements that stay prepared', () => {
  it('run again after an error, and after a transaction that was rolled back', async () => {
    await add('a');
    await expect(add('a')).rejects.toSatisfy(isUniqueViolation);
    await add('b');
    const undone = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('settings').values({ key: 'c', value: 'v' }).execute();
      throw new Error('enough');
    });
    await expect(undone).rejects.toThrow('enough');
    await add('d');
    expect(await keys()).toEqual(['a', 'b', 'd']);
  });

  it('see a column that another process adds', async () => {
    await add('a');
    expect(await all()).toEqual([{ key: 'a', value: 'v' }]);
    other.exec("alter table settings add column colour text default 'red'");
    expect(await all()).toEqual([{ key: 'a', value: 'v', colour: 'red' }]);
  });

  it('do not disturb a stream of the same statement', async () => {
    for (const key of ['a', 'b', 'c']) await add(key);
    const text = 'select key from settings order by key';
    const database = forKysely(other);
    const stream = database.prepare(text).iterate([]);
    const seen = [stream.next().value, database.prepare(text).all([]).length, stream.next().value];
    expect(seen).toEqual([{ key: 'a' }, 3, { key: 'b' }]);
    stream.return?.();
  });

  it('are never pragmas: SQLite sets a timeout while it prepares, not while it runs', async () => {
    const timeout = async () => (await sql`pragma busy_timeout`.execute(store.db)).rows;
    const [before] = await timeout();
    for (let round = 0; round < 2; round += 1) {
      await sql`pragma busy_timeout = 7`.execute(store.db);
      expect(await timeout()).toEqual([{ timeout: 7 }]);
      await store.db.transaction().execute((trx) => trx.selectFrom('settings').selectAll().execute());
      expect(await timeout()).toEqual([before]);
    }
  });

  it('are so many at most: the one used longest ago goes first', () => {
    let prepared = 0;
    const native = {
      exec: () => undefined,
      close: () => undefined,
      prepare: (text: string) => {
        prepared += 1;
        return other.prepare(text);
      },
    };
    const cache = cacheStatements(native, 2);
    for (const text of ['select 1', 'select 2', 'select 1', 'select 3']) cache.prepare(text);
    expect(prepared).toBe(3);
    cache.prepare('select 1');
    expect(prepared).toBe(3);
    cache.prepare('select 2');
    expect(prepared).toBe(4);
  });
});
