import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { phrasesFor } from '../../../src/service/search/words/term-variants.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import {
  matchingDocuments,
  matchingUnanalysed,
  readDocuments,
} from '../../../src/service/store/words/match-words.ts';
import { addFile, oldAccount, reachIn, temporaryData } from './support.ts';

/** The last version whose index was not the analyser's. */
const BEFORE = 17;

/** A store of that version with one document. */
async function makeOld(dataDir: string): Promise<{ accountId: string; fileId: string }> {
  const { db, close } = await openStore(
    dataDir,
    migrations.filter(({ version }) => version <= BEFORE),
  );
  const accountId = await oldAccount(db);
  const fileId = await addFile(db, accountId);
  await sql`insert into documents (id, account_id, file_id, type, speech)
    values (${randomUUID()}, ${accountId}, ${fileId}, 'file', 'The boats were sailing')`.execute(db);
  await close();
  return { accountId, fileId };
}

async function find(db: Db, word: string): Promise<string[]> {
  const docids = [
    ...(await matchingDocuments(db, { phrases: phrasesFor([word], ['en']) })),
    ...(await matchingUnanalysed(db, { phrases: [[word]] })),
  ];
  const documents = await readDocuments(db, docids);
  return docids.flatMap((docid) => documents.get(docid)?.file_id ?? []);
}

it('finds what an older store indexed, stemmed as before, and forgets what is deleted', async () => {
  const data = await temporaryData();
  const { accountId, fileId } = await makeOld(data.dataDir);
  const { db, close } = await openStore(data.dataDir);
  expect(await find(db, 'sails')).toEqual([fileId]);
  expect(await reachIn(db, { accountId })).toMatchObject({ documents: 1 });
  await db.updateTable('documents').set({ title: 'Harbour' }).execute();
  expect(await find(db, 'harbour')).toEqual([fileId]);
  await db.deleteFrom('files').execute();
  expect(await find(db, 'sails')).toEqual([]);
  expect(await reachIn(db, { accountId })).toMatchObject({ documents: 0 });
  await sql`insert into documents_fts (documents_fts, rank) values ('integrity-check', 1)`.execute(db);
  await close();
  await data.remove();
});
