import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/service/accounts/accounts.ts';
import { balance, charge, type Entry } from '../../../src/service/accounts/ledger.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';

let store: Store;
let accountId: string;

beforeEach(async () => {
  store = await openStore(':memory:');
  accountId = await createAccount(store.db, 'paying', 1, 5);
});

afterEach(() => store.close());

function pay(credits: number, more: Partial<Entry> = {}): Promise<number> {
  const entry = { id: randomUUID(), accountId, credits, operation: 'find moments', now: 6, ...more };
  return store.db.transaction().execute((trx) => charge(trx, entry));
}

describe('the ledger', () => {
  it('adds up exactly', async () => {
    for (let time = 0; time < 10; time += 1) await pay(0.1);
    expect(await balance(store.db, accountId)).toBe(0);
    const entries = await store.db.selectFrom('ledger').select('amount_micros').execute();
    expect(entries.map((entry) => entry.amount_micros)).toEqual([1_000_000, ...Array(10).fill(-100_000)]);
  });

  it('refuses charges above the balance with 402, and writes nothing', async () => {
    await pay(0.75);
    await expect(pay(0.5)).rejects.toMatchObject({ status: 402, message: expect.stringContaining('0.25') });
    expect(await balance(store.db, accountId)).toBe(0.25);
    expect(await store.db.selectFrom('ledger').selectAll().execute()).toHaveLength(2);
  });

  it('charges a key once', async () => {
    expect(await pay(0.25, { key: 'run 1' })).toBe(0.25);
    expect(await pay(0.25, { key: 'run 1' })).toBe(0);
    expect(await balance(store.db, accountId)).toBe(0.75);
  });

  it('refuses a negative charge', async () => {
    await expect(pay(-1)).rejects.toThrow(/0 or more/);
    await expect(pay(Number.NaN)).rejects.toThrow(/0 or more/);
  });
});
