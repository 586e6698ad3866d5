import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertDocuments } from '../../../src/service/search/documents/documents.ts';
import { filmWords } from '../../../src/service/search/words/film-words.ts';
import { phrasesFor } from '../../../src/service/search/words/term-variants.ts';
import {
  matchingDocuments,
  readDocuments,
  type WordQuery,
} from '../../../src/service/store/words/match-words.ts';
import { replaceTerms } from '../../../src/service/store/words/write-terms.ts';
import { isOnServer } from '../../support/store.ts';
import { addFile, memoryStore } from './support.ts';

let store: Awaited<ReturnType<typeof memoryStore>>;

beforeEach(async () => {
  store = await memoryStore();
});

afterEach(() => store.close());

async function addDocument(words: { speech?: string; scene_text?: string; title?: string }): Promise<string> {
  const file_id = await addFile(store.db, store.accountId);
  const values = { id: randomUUID(), account_id: store.accountId, file_id, type: 'file' as const, ...words };
  const film = await filmWords({ yieldTurn: async () => undefined }, Object.values(words));
  await store.db.transaction().execute((trx) => insertDocuments(trx, [values], film));
  return file_id;
}

/** Looks for words one by one, each in every form of English. */
async function search(words: readonly string[], more: Partial<WordQuery> = {}): Promise<string[]> {
  const { db } = store;
  const query = { phrases: words.flatMap((word) => phrasesFor([word], ['en'])), ...more };
  const docids = await matchingDocuments(db, query);
  const documents = await readDocuments(db, docids);
  return docids.flatMap((docid) => documents.get(docid)?.file_id ?? []);
}

describe('the full-text index', () => {
  it('finds stems and accents', async () => {
    const once = await addDocument({
      speech: 'The boats were sailing past a café in the long quiet evening',
    });
    const twice = await addDocument({ speech: 'Sail a boat', title: 'Boats' });
    expect(await search(['boat'])).toEqual([once, twice]);
    expect(await search(['cafe'])).toEqual([once]);
    expect(await search(['boat'], { columns: ['title'] })).toEqual([twice]);
  });

  it('follows its documents when they change or are deleted', async () => {
    const file = await addDocument({ speech: 'harbour' });
    const { docid } = await store.db.selectFrom('documents').select('docid').executeTakeFirstOrThrow();
    const terms = [{ docid, columns: { speech: 'lighthouse' } }];
    await store.db.transaction().execute((trx) => replaceTerms(trx, terms, 2));
    expect(await search(['harbour'])).toEqual([]);
    expect(await search(['lighthouse'])).toEqual([file]);
    await store.db.deleteFrom('files').where('id', '=', file).execute();
    expect(await search(['lighthouse'])).toEqual([]);
    if (!isOnServer)
      await sql`insert into document_terms (document_terms) values ('integrity-check')`.execute(store.db);
  });

  it.each(['"', 'AND', 'speech : harbour', 'NEAR(a b)', '*', '^', '(', '"; drop table documents; --', ''])(
    'treats %j as words and never as a command',
    async (term) => {
      await addDocument({ scene_text: 'nothing of that' });
      expect(await search([term])).toEqual([]);
      expect(await search([], { phrases: [[term]] })).toEqual([]);
    },
  );
});
