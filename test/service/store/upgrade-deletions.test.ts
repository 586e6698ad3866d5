import { expect, it } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { isKept, noteDeletion } from '../../../src/service/store/deletions.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { addFile, temporaryData } from './support.ts';

/** The last version without deletions. */
const BEFORE = 20;

it('shows all files of an older store, and hides those that are deleted from then on', async () => {
  const data = await temporaryData();
  const steps = migrations.filter(({ version }) => version <= BEFORE);
  const old = await openStore(data.dataDir, steps);
  const account = await localAccount(old.db, 1);
  const ids = [await addFile(old.db, account), await addFile(old.db, account)].sort();
  await old.close();
  const { db, close } = await openStore(data.dataDir);
  const seen = async () =>
    (await db.selectFrom('files').select('id').where(isKept('files')).orderBy('id').execute()).map(
      ({ id }) => id,
    );
  expect(await seen()).toEqual(ids);
  await db.transaction().execute((trx) => noteDeletion(trx, ids[0] ?? '', 1));
  expect(await seen()).toEqual(ids.slice(1));
  await close();
  await data.remove();
});
