import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { addFile, temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
let one: Store;
let other: Store;
let account: string;

beforeEach(async () => {
  data = await temporaryData();
  one = await openStore(data.dataDir);
  other = await openStore(data.dataDir);
  account = await localAccount(one.db, 1);
});
afterEach(async () => {
  await one.close();
  await other.close();
  await data.remove();
});

/** Holds the write lock until the event loop has turned so many times while `write` waits. */
async function writtenMeanwhile(write: () => Promise<unknown>): Promise<string[]> {
  const order: string[] = [];
  let waiting: Promise<unknown> | undefined;
  await other.db.transaction().execute(async () => {
    waiting = write().then(() => order.push('written'));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    order.push('the loop went on');
  });
  await waiting;
  return order;
}

describe('a write while another process is in a transaction', () => {
  it('waits without blocking the event loop, as a single statement', async () => {
    const write = () => addFile(one.db, account);
    expect(await writtenMeanwhile(write)).toEqual(['the loop went on', 'written']);
  });

  it('waits without blocking the event loop, as a transaction', async () => {
    const write = () => one.db.transaction().execute((trx) => addFile(trx, account));
    expect(await writtenMeanwhile(write)).toEqual(['the loop went on', 'written']);
  });
});
