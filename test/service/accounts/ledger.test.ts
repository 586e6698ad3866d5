import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount, LOCAL } from '../../../src/service/accounts/accounts.ts';
import { balances, newestEntries, topUp } from '../../../src/service/accounts/billing.ts';
import { balanceMicros, charge, type Entry, grant, refund } from '../../../src/service/accounts/ledger.ts';
import { MOST_CREDITS, microsOf, rateCard } from '../../../src/service/accounts/rates.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import type { Trx } from '../../../src/service/store/sql/schema.ts';

let store: Store;
let accountId: string;

beforeEach(async () => {
  store = await openStore(':memory:');
  accountId = await createAccount(store.db, 'paying', 1, 5);
});

afterEach(() => store.close());

const within = <Result>(work: (trx: Trx) => Promise<Result>) => store.db.transaction().execute(work);
const entry = (micros: number, more: Partial<Entry> = {}): Entry => ({
  id: randomUUID(),
  accountId,
  micros,
  operation: 'find-moments.run',
  reason: 'a test',
  now: 6,
  ...more,
});
const pay = (credits: number, more: Partial<Entry> = {}) =>
  within((trx) => charge(trx, entry(microsOf(credits), more)));
const balance = () => balanceMicros(store.db, accountId);
const amounts = async () =>
  (await store.db.selectFrom('ledger').select('amount_micros').execute()).map((row) => row.amount_micros);

describe('the ledger', () => {
  it('[COST-2] adds up exactly', async () => {
    for (let time = 0; time < 10; time += 1) await pay(0.1);
    expect(await balance()).toBe(0);
    expect(await amounts()).toEqual([1_000_000, ...Array(10).fill(-100_000)]);
  });

  it('refuses charges above the balance with 402, and writes nothing', async () => {
    await pay(0.75);
    await expect(pay(0.5)).rejects.toMatchObject({ status: 402, message: expect.stringContaining('0.25') });
    expect(await balance()).toBe(250_000);
    expect(await amounts()).toHaveLength(2);
  });

  it('[COST-2] charges a key once, and gives it back once', async () => {
    expect(await pay(0.25, { key: 'run 1' })).toBe(true);
    expect(await pay(0.25, { key: 'run 1' })).toBe(false);
    expect(await balance()).toBe(750_000);
    const back = () => within((trx) => refund(trx, { ...entry(0), key: 'run 1' }));
    expect(await back()).toBe(250_000);
    expect(await back()).toBe(0);
    expect(await balance()).toBe(1_000_000);
    expect(await amounts()).toEqual([1_000_000, -250_000, 250_000]);
  });

  it('gives nothing back for what was never charged', async () => {
    expect(await within((trx) => refund(trx, { ...entry(0), key: 'run 2' }))).toBe(0);
    expect(await amounts()).toHaveLength(1);
  });

  it('[COST-2] touches no other account, whatever the key', async () => {
    const other = await createAccount(store.db, 'other', 2, 5);
    const balances = async () => [await balance(), await balanceMicros(store.db, other)];
    await pay(0.5, { key: 'run 1' });
    expect(await balances()).toEqual([500_000, 2_000_000]);
    const back = (account: string) =>
      within((trx) => refund(trx, { ...entry(0), accountId: account, key: 'run 1' }));
    expect(await back(other)).toBe(0);
    expect(await balances()).toEqual([500_000, 2_000_000]);
    expect(await back(accountId)).toBe(500_000);
    expect(await balances()).toEqual([1_000_000, 2_000_000]);
  });

  it('keeps what an entry is for, also of one that costs nothing', async () => {
    expect(await pay(0, { subject: 'file 1' })).toBe(true);
    const last = store.db.selectFrom('ledger').select(['subject', 'amount_micros', 'dedupe_key']);
    expect(await last.where('subject', 'is not', null).execute()).toMatchObject([
      { subject: 'file 1', amount_micros: expect.closeTo(0), dedupe_key: null },
    ]);
  });

  it('refuses amounts that are negative, or not whole', async () => {
    for (const micros of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(within((trx) => charge(trx, entry(micros)))).rejects.toThrow(/whole number/);
  });

  it('refuses a balance that could not be counted exactly', async () => {
    await expect(within((trx) => grant(trx, entry(microsOf(MOST_CREDITS))))).rejects.toThrow(/can hold/);
    expect(await balance()).toBe(1_000_000);
  });

  it('[COST-2] an entry is never changed', async () => {
    await expect(store.db.updateTable('ledger').set({ amount_micros: 1 }).execute()).rejects.toThrow(
      /never changed/,
    );
  });
});

describe('the accounts and their money', () => {
  it('[COST-2] are told by name, each with its balance and the sum of its entries', async () => {
    await createAccount(store.db, LOCAL, 2, 5);
    await pay(0.25);
    const other = { account: LOCAL, balance: 2, ledger: 2, entries: 1, notional: true };
    const paying = { account: 'paying', balance: 0.75, ledger: 0.75, entries: 2, notional: false };
    expect(await balances(store.db)).toEqual([other, paying]);
  });

  it('have newest entries, of one account and at most so many', async () => {
    const other = await createAccount(store.db, 'other', 2, 5);
    await pay(0.25, { subject: 'file 1' });
    await pay(0.25, { now: 4, id: 'an earlier one' });
    const same = ['b', 'c', 'a'].map((id) => pay(0, { id, now: 13 }));
    await Promise.all(same);
    const entries = await newestEntries(store.db, accountId, 5);
    expect(entries.slice(0, 3).map(({ entry_id }) => entry_id)).toEqual(['c', 'b', 'a']);
    expect(entries[3]).toMatchObject({ kind: 'charge', amount: -0.25, resource: 'file 1', created_at: 6 });
    expect(entries[4]).toMatchObject({ kind: 'opening', amount: 1, created_at: 5 });
    expect(entries).toHaveLength(5);
    expect(entries[4]).not.toHaveProperty('resource');
    const id = await topUp(store.db, other, 3, 'paid');
    expect(await newestEntries(store.db, other, 9)).toMatchObject([
      { entry_id: id, kind: 'top_up', amount: 3, reason: 'paid' },
      { kind: 'opening', amount: 2 },
    ]);
  });

  it('have one list of prices', () => {
    const unit = 'minute of media';
    expect(rateCard()).toMatchObject([{ operation: 'find-moments.run', unit, credits: 1 }]);
  });
});
