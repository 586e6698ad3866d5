import { expect, it } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { oldAccount, temporaryData } from './support.ts';

/** The last version whose ledger gave no reasons. */
const BEFORE = 33;

it('[COST-2] keeps the balance of an older store, and what its ledger says', async () => {
  const data = await temporaryData();
  const old = await openStore(
    data.dataDir,
    migrations.filter(({ version }) => version <= BEFORE),
  );
  const id = await oldAccount(old.db);
  await old.close();
  const { db, close } = await openStore(data.dataDir);
  expect(await db.selectFrom('accounts').select(['id', 'balance_micros']).execute()).toEqual([
    { id, balance_micros: 12_500_000 },
  ]);
  expect(await db.selectFrom('ledger').selectAll().execute()).toMatchObject([
    { kind: 'opening', operation: 'billing', reason: 'opening balance', amount_micros: 12_500_000 },
  ]);
  await close();
  await data.remove();
});
