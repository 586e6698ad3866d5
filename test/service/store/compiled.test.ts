import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { compiledOnce } from '../../../src/service/store/sql/compiled.ts';

const value = compiledOnce((db, key: string) =>
  db.selectFrom('settings').select('value').where('key', '=', key),
);
const add = compiledOnce((db, key: string, text: string) =>
  db.insertInto('settings').values({ key, value: text }).returning('key'),
);

describe('a query that is compiled once', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(':memory:');
  });
  afterEach(() => store.close());

  it('reads and writes', async () => {
    expect(await add(store.db, 'a', 'x')).toEqual([{ key: 'a' }]);
    expect(await value(store.db, 'a')).toEqual([{ value: 'x' }]);
    expect(await value(store.db, 'b')).toEqual([]);
  });

  it('sees nothing of a transaction that has not ended, and takes its turn after it', async () => {
    await add(store.db, 'a', 'kept');
    const order: string[] = [];
    const transaction = store.db.transaction().execute(async (trx) => {
      await trx.updateTable('settings').set({ value: 'undone' }).where('key', '=', 'a').execute();
      order.push('changed');
      expect(await value(trx, 'a')).toEqual([{ value: 'undone' }]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('undone');
      throw new Error('undo it');
    });
    const undone = expect(transaction).rejects.toThrow('undo it');
    while (!order.includes('changed')) await new Promise((resolve) => setImmediate(resolve));
    const read = value(store.db, 'a').then((rows) => {
      order.push('read');
      return rows;
    });
    await undone;
    expect(await read).toEqual([{ value: 'kept' }]);
    expect(order).toEqual(['changed', 'undone', 'read']);
  });
});
