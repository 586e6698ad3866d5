import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDocuments } from '../../../src/service/search/documents/documents.ts';
import { filmWords } from '../../../src/service/search/words/film-words.ts';
import { noteDeletion } from '../../../src/service/store/sql/deletions.ts';
import { hasBit } from '../../../src/service/store/words/postings/docid-set.ts';
import type { WordScope } from '../../../src/service/store/words/reach.ts';
import { addFile, memoryStore, reachIn } from './support.ts';

let store: Awaited<ReturnType<typeof memoryStore>>;
let accountId: string;
let collections: string[];
let files: string[];

beforeAll(async () => {
  store = await memoryStore();
  ({ accountId } = store);
  const other = { id: randomUUID(), name: 'other', created_at: 1 };
  await store.db.insertInto('accounts').values(other).execute();
  collections = [await addCollection(accountId), await addCollection(accountId)];
  files = [await addFile(store.db, accountId), await addFile(store.db, accountId)];
  for (const collection of collections)
    for (const file of files) await addDocument(accountId, collection, file);
  await addDocument(other.id, await addCollection(other.id), await addFile(store.db, other.id));
});

afterAll(() => store.close());

async function addCollection(account_id: string): Promise<string> {
  const id = randomUUID();
  const row = { id, account_id, name: id, description: null, config: null, created_at: 1 };
  const values = { ...row, collection_type: 'media-descriptions', default_segmentation_config: null };
  await store.db.insertInto('collections').values(values).execute();
  return id;
}

async function addDocument(account_id: string, collection_id: string, file_id: string): Promise<void> {
  const row = {
    id: randomUUID(),
    account_id,
    collection_id,
    file_id,
    type: 'file' as const,
    speech: 'harbour',
  };
  const film = await filmWords({ yieldTurn: async () => undefined }, ['harbour']);
  await store.db.transaction().execute((trx) => insertDocuments(trx, [row], film));
}

/** The places that a search in a scope reaches, each as the numbers of its collection and file. */
async function found(scope: Partial<WordScope> = {}): Promise<string[]> {
  const whole = { accountId, ...scope };
  const reach = await reachIn(store.db, whole);
  const rows = await store.db
    .selectFrom('documents as d')
    .innerJoin('document_places as p', 'p.docid', 'd.docid')
    .select(['d.docid', 'd.collection_id', 'd.file_id', 'p.scope'])
    .orderBy('d.docid')
    .execute();
  const [included, excluded] = [reach.included?.page(0), reach.excluded?.page(0)];
  const reached = rows.filter(
    ({ docid, scope: own }) =>
      reach.scopes.includes(own) &&
      (!reach.included || (included && hasBit(included, docid))) &&
      !(excluded && hasBit(excluded, docid)),
  );
  const name = (row: { collection_id: string | null; file_id: string }) =>
    `${collections.indexOf(row.collection_id ?? '')}${files.indexOf(row.file_id)}`;
  return reached.map(name);
}

const at = (list: readonly string[], ...places: number[]) =>
  list.filter((_, place) => places.includes(place));

describe('a search of words', () => {
  it('stays in its account', async () => {
    expect(await found()).toEqual(['00', '01', '10', '11']);
  });

  it('stays in its collections', async () => {
    expect(await found({ collections: at(collections, 1) })).toEqual(['10', '11']);
    expect(await found({ collections })).toEqual(['00', '01', '10', '11']);
    expect(await found({ collections: [] })).toEqual([]);
  });

  it('stays in its files, and in its collections too if it names both', async () => {
    expect(await found({ files: at(files, 0) })).toEqual(['00', '10']);
    const named = { collections: at(collections, 1), files: at(files, 0) };
    expect(await found(named)).toEqual(['10']);
    expect(await reachIn(store.db, { accountId, ...named })).toMatchObject({ documents: 1 });
    expect(await found({ files: [] })).toEqual([]);
  });

  it('stays in its files if most of them are to be searched: it then leaves out the others', async () => {
    const named = { accountId, collections: at(collections, 1), files, otherFiles: at(files, 0) };
    expect(await found(named)).toEqual(['11']);
    expect(await reachIn(store.db, named)).toMatchObject({ documents: 1 });
  });

  it('leaves out a collection that is being deleted, and then a file', async () => {
    await store.db.transaction().execute((trx) => noteDeletion(trx, collections[0] ?? '', 1));
    expect(await found()).toEqual(['10', '11']);
    await store.db.transaction().execute((trx) => noteDeletion(trx, files[1] ?? '', 1));
    expect(await found()).toEqual(['10']);
  });
});
