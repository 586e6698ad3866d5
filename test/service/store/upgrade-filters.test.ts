import { expect, it } from 'vitest';
import { silentLog } from '../../../src/service/log.ts';
import { numbersThatMeet } from '../../../src/service/search/filters/file-values/conditions.ts';
import { indexFiles, isUnindexed } from '../../../src/service/search/filters/file-values/index-files.ts';
import { holds } from '../../../src/service/search/filters/file-values/numbers.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { addFile, oldAccount, temporaryData } from './support.ts';

/** The last version without an index for filters. */
const BEFORE = 21;

it('indexes the files of an older store', async () => {
  const data = await temporaryData();
  const steps = migrations.filter(({ version }) => version <= BEFORE);
  const old = await openStore(data.dataDir, steps);
  const account = await oldAccount(old.db);
  const ids = [await addFile(old.db, account), await addFile(old.db, account)];
  const metadata = JSON.stringify({ camera: 'front' });
  await old.db
    .updateTable('files')
    .set({ metadata })
    .where('id', '=', ids[0] ?? '')
    .execute();
  await old.close();
  const { db, close } = await openStore(data.dataDir);
  expect(await isUnindexed(db)).toBe(true);
  const ctx = { db, yieldTurn: async () => undefined, log: silentLog };
  expect(await indexFiles(ctx, undefined, 1_000)).toBe(true);
  expect(await isUnindexed(db)).toBe(false);
  const filter = { metadata: [{ path: 'camera', operator: 'Equal' as const, valueText: 'front' }] };
  const met = await numbersThatMeet(ctx, account, filter);
  if (!met) throw new Error('SQL cannot compare the values');
  const rows = await db.selectFrom('files').select(['id', 'number']).execute();
  expect(rows.filter(({ number }) => holds(met, number ?? 0)).map(({ id }) => id)).toEqual([ids[0]]);
  await close();
  await data.remove();
});
