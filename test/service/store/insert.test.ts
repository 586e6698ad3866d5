import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { insertAll, insertReturning } from '../../../src/service/store/sql/insert.ts';

let store: Store;

beforeEach(async () => {
  store = await openStore(':memory:');
});

afterEach(() => store.close());

const keyOf = (at: number) => String(at).padStart(4, '0');
const add = (rows: { key: string; value: string }[]) =>
  store.db.transaction().execute((trx) => insertAll(trx, 'settings', rows));
const keys = async () =>
  (await store.db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key);

describe('rows inserted together', () => {
  it.each([0, 1, 2, 3, 11, 127, 128, 129, 300])('are all there when there are %i', async (count) => {
    const rows = Array.from({ length: count }, (_, at) => ({ key: keyOf(at), value: 'v' }));
    await add(rows);
    expect(await keys()).toEqual(rows.map(({ key }) => key));
  });

  it('have null where only others have a column', async () => {
    const account = { id: 'a', name: 'a', created_at: 1 };
    await store.db.insertInto('accounts').values(account).execute();
    const file = { account_id: 'a', status: 'pending' as const, created_at: 1, source: 'upload' };
    const rows = [
      { ...file, id: 'one', filename: 'one.mp4' },
      { ...file, id: 'two', filename: 'two.mp4', bytes: 7 },
    ];
    const found = await store.db
      .transaction()
      .execute((trx) => insertReturning(trx, 'files', rows, ['id', 'bytes']));
    expect(found).toEqual([
      { id: 'one', bytes: null },
      { id: 'two', bytes: 7 },
    ]);
  });

  it('are refused together with what is no column value', async () => {
    const rows = [{ key: 'a', value: new Date() as unknown as string }];
    await expect(add(rows)).rejects.toThrow('not a Date');
    expect(await keys()).toEqual([]);
  });
});
