import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchWords, type WordQuery } from '../../../src/service/store/words.ts';
import { addFile, memoryStore } from './support.ts';

let store: Awaited<ReturnType<typeof memoryStore>>;

beforeEach(async () => {
  store = await memoryStore();
});

afterEach(() => store.close());

async function addDocument(words: { speech?: string; scene_text?: string; title?: string }): Promise<string> {
  const file_id = await addFile(store.db, store.accountId);
  const values = { id: randomUUID(), account_id: store.accountId, file_id, type: 'file' as const, ...words };
  await store.db.insertInto('documents').values(values).execute();
  return file_id;
}

async function search(query: Partial<WordQuery> & Pick<WordQuery, 'terms'>): Promise<string[]> {
  const { db, accountId } = store;
  const hits = await searchWords(db, { accountId, query: { match: 'any', ...query }, limit: 10 });
  return hits.map((hit) => hit.file_id);
}

describe('the full-text index', () => {
  it('finds stems and accents, best first', async () => {
    const once = await addDocument({
      speech: 'The boats were sailing past a café in the long quiet evening',
    });
    const twice = await addDocument({ speech: 'Sail a boat', title: 'Boats' });
    expect(await search({ terms: ['boat'] })).toEqual([twice, once]);
    expect(await search({ terms: ['cafe'] })).toEqual([once]);
    expect(await search({ terms: ['sails', 'title'], match: 'all' })).toEqual([]);
    expect(await search({ terms: ['boat'], columns: ['title'] })).toEqual([twice]);
  });

  it('follows its documents when they change or are deleted', async () => {
    const file = await addDocument({ speech: 'harbour' });
    await store.db.updateTable('documents').set({ speech: 'lighthouse' }).execute();
    expect(await search({ terms: ['harbour'] })).toEqual([]);
    expect(await search({ terms: ['lighthouse'] })).toEqual([file]);
    await store.db.deleteFrom('files').where('id', '=', file).execute();
    expect(await search({ terms: ['lighthouse'] })).toEqual([]);
    await sql`insert into documents_fts (documents_fts) values ('integrity-check')`.execute(store.db);
  });

  it.each(['"', 'AND', 'speech : harbour', 'NEAR(a b)', '*', '^', '(', '"; drop table documents; --', ''])(
    'treats %j as words and never as a command',
    async (term) => {
      await addDocument({ scene_text: 'nothing of that' });
      expect(await search({ terms: [term] })).toEqual([]);
    },
  );

  it("shows only an account's own documents", async () => {
    await addDocument({ speech: 'harbour' });
    const query: WordQuery = { terms: ['harbour'], match: 'any' };
    expect(await searchWords(store.db, { accountId: randomUUID(), query, limit: 10 })).toEqual([]);
  });
});
