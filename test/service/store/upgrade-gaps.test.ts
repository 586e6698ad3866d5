import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { addFile, oldAccount, temporaryData } from './support.ts';

/** The last version that said in notes only what was not heard. */
const BEFORE = 45;

const line = { modality: 'speech', start: 1, end: 2, text: 'la la', doubt: 'music' };
const rows = {
  deaf: { provider: 'none', error: null, doubtful: null },
  failed: { provider: null, error: 'the endpoint did not answer', doubtful: null },
  mistrusted: { provider: 'pocketsphinx', error: null, doubtful: JSON.stringify([line, line]) },
  heard: { provider: 'sidecar', error: null, doubtful: null },
};

it('tells from the results of an older store what was not heard', async () => {
  const data = await temporaryData();
  const old = await openStore(
    data.dataDir,
    migrations.filter(({ version }) => version <= BEFORE),
  );
  const account_id = await oldAccount(old.db);
  const ids: string[] = [];
  await sql`insert into collections (id, account_id, name, collection_type, created_at)
    values ('c', ${account_id}, 'films', 'media-descriptions', 1)`.execute(old.db);
  for (const row of Object.values(rows)) {
    const file_id = await addFile(old.db, account_id);
    ids.push(file_id);
    const place = { file_id, account_id, collection_id: 'c' };
    await old.db
      .insertInto('collection_files')
      .values({ ...place, added_at: 1, status: 'completed' })
      .execute();
    await old.db
      .insertInto('collection_file_modalities')
      .values({ ...row, ...place, modality: 'speech', settings: null, notes: '[]' })
      .execute();
  }
  await old.close();
  const { db, close } = await openStore(data.dataDir);
  const held = await db.selectFrom('collection_file_modalities').select(['file_id', 'gaps']).execute();
  expect(
    Object.fromEntries(held.map(({ file_id, gaps }) => [Object.keys(rows)[ids.indexOf(file_id)], gaps])),
  ).toEqual({
    deaf: '[{"reason":"no_recogniser"}]',
    failed: '[{"reason":"failed"}]',
    mistrusted: '[{"reason":"not_trusted","lines":2}]',
    heard: null,
  });
  await close();
  await data.remove();
});
