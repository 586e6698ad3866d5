import { expect, it } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { addFile, oldAccount, temporaryData } from './support.ts';

/** The last version whose collection files have no copies of columns of files. */
const BEFORE = 23;

it('copies name and number of the files in the collections of an older store', async () => {
  const data = await temporaryData();
  const steps = migrations.filter(({ version }) => version <= BEFORE);
  const old = await openStore(data.dataDir, steps);
  const account_id = await oldAccount(old.db);
  const file_id = await addFile(old.db, account_id);
  await old.db.updateTable('files').set({ number: 7 }).execute();
  const collection = { id: 'c', account_id, name: 'c', collection_type: 'metadata', created_at: 1 };
  await old.db.insertInto('collections').values(collection).execute();
  const member = { collection_id: 'c', file_id, account_id, added_at: 1, status: 'completed' as const };
  await old.db.insertInto('collection_files').values(member).execute();
  await old.close();
  const { db, close } = await openStore(data.dataDir);
  const copies = () => db.selectFrom('collection_files').select(['filename', 'number']).execute();
  expect(await copies()).toEqual([{ filename: 'film.mp4', number: 7 }]);
  await db.updateTable('files').set({ filename: 'new.mp4' }).execute();
  expect(await copies()).toEqual([{ filename: 'new.mp4', number: null }]);
  await close();
  await data.remove();
});
