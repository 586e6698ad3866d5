import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { isKept, noteDeletion } from '../../../src/service/store/sql/deletions.ts';
import { addFile, oldAccount, temporaryData } from './support.ts';

/** The last version without deletions. */
const BEFORE = 20;
/** The last version that noted files and collections only. */
const BEFORE_REMOVALS = 25;

it('shows all files of an older store, and hides those that are deleted from then on', async () => {
  const data = await temporaryData();
  const steps = migrations.filter(({ version }) => version <= BEFORE);
  const old = await openStore(data.dataDir, steps);
  const account = await oldAccount(old.db);
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

it('goes on with a deletion that an older store noted', async () => {
  const data = await temporaryData();
  const steps = migrations.filter(({ version }) => version <= BEFORE_REMOVALS);
  const old = await openStore(data.dataDir, steps);
  const account = await oldAccount(old.db);
  const [gone, kept] = [await addFile(old.db, account), await addFile(old.db, account)];
  await sql`insert into deletions (id, created_at) values (${gone}, 1)`.execute(old.db);
  await old.close();
  const { db, close } = await openStore(data.dataDir);
  const seen = await db.selectFrom('files').select('id').where(isKept('files')).execute();
  expect(seen).toEqual([{ id: kept }]);
  const noted = await db.selectFrom('deletions').selectAll().execute();
  expect(noted).toEqual([{ id: gone, created_at: 1, file_id: null, replaced: 0 }]);
  await close();
  await data.remove();
});
