import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import type { ObjectStorage } from '../../../src/service/store/objects/objects.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import { documentTable } from '../../../src/service/store/words/postings/document-table.ts';
import { type Reach, reachOf, type WordScope } from '../../../src/service/store/words/reach.ts';
import { newTestStore } from '../../support/store.ts';

/** A new data folder; `remove` deletes it. */
export async function temporaryData(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-store-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A new store with the local account: in memory, or where VAU_TEST_STORE says. */
export async function memoryStore(): Promise<Store & { accountId: string }> {
  const { store: location = ':memory:', remove } = newTestStore();
  const store = await openStore(location);
  const close = async () => {
    await store.close();
    await remove();
  };
  return { ...store, close, accountId: await localAccount(store.db, 1) };
}

/** The documents that a search in a scope reaches. */
export async function reachIn(db: Db, scope: WordScope): Promise<Reach> {
  return reachOf(db, scope, await documentTable(db, async () => undefined));
}

/** A file's row; returns its id. */
export async function addFile(
  db: Db,
  accountId: string,
  values: { source_url?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('files')
    .values({
      id,
      account_id: accountId,
      status: 'pending',
      created_at: 1,
      filename: 'film.mp4',
      source: 'upload',
      ...values,
    })
    .execute();
  return id;
}

/** Names of the folders directly under a prefix of the object storage. */
export async function namesIn(objects: ObjectStorage, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const page of objects.folders(prefix)) names.push(...page);
  return names.sort();
}
