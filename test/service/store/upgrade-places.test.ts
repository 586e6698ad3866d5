import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { matchingDocuments } from '../../../src/service/store/words/match-words.ts';
import { addTerms } from '../../../src/service/store/words/write-terms.ts';
import { addFile, oldAccount, reachIn, temporaryData } from './support.ts';

/** The last version without a table of places. */
const BEFORE = 22;

it('finds the documents of an older store by account and type, and forgets the place of a deleted one', async () => {
  const data = await temporaryData();
  const before = await openStore(
    data.dataDir,
    migrations.filter(({ version }) => version <= BEFORE),
  );
  const accountId = await oldAccount(before.db);
  await before.db.insertInto('accounts').values({ id: 'other', name: 'other', created_at: 1 }).execute();
  for (const [docid, account] of [accountId, accountId, 'other'].entries()) {
    const fileId = await addFile(before.db, account);
    const type = docid === 1 ? 'segment' : 'file';
    await sql`insert into documents (docid, id, account_id, file_id, type, speech, analysed)
      values (${docid}, ${randomUUID()}, ${account}, ${fileId}, ${type}, 'boats', 1)`.execute(before.db);
    await before.db.transaction().execute((trx) => addTerms(trx, [{ docid, columns: { speech: 'boats' } }]));
  }
  await before.close();

  const { db, close } = await openStore(data.dataDir);
  const find = async (type?: 'file' | 'segment') => {
    const docids = await matchingDocuments(db, { phrases: [['boats']] });
    const { scopes } = await reachIn(db, { accountId, ...(type && { type }) });
    const { rows } = await sql<{
      docid: number;
      scope: number;
    }>`select docid, scope from document_places`.execute(db);
    return rows
      .filter(({ docid, scope }) => docids.includes(docid) && scopes.includes(scope))
      .map(({ docid }) => docid);
  };
  expect(await find()).toEqual([0, 1]);
  expect(await find('file')).toEqual([0]);
  expect(await find('segment')).toEqual([1]);
  expect(await reachIn(db, { accountId, type: 'segment' })).toMatchObject({ documents: 1 });
  await db.deleteFrom('documents').where('docid', '=', 1).execute();
  expect(await find()).toEqual([0]);
  const places = await db.selectFrom('document_places').select('docid').orderBy('docid').execute();
  expect(places).toEqual([{ docid: 0 }, { docid: 2 }]);
  await close();
  await data.remove();
});
