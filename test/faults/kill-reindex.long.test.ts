import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { localAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { until } from '../service/jobs/support.ts';
import { addLongFile } from '../service/resources/deletions/bulk.ts';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home } from '../support/vau.ts';
import { type Killable, serve } from './support/killable.ts';

const MANY = 10_000;

let home: Home;
let store: Store;
let service: Killable | undefined;

beforeAll(async () => {
  home = await emptyHome();
  store = await openStore(home.dataFolder);
});
afterAll(async () => {
  service?.process.kill('SIGKILL');
  await store.close();
  await home.remove();
});

/** The number of documents of an older analyser version. */
async function older(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from documents where analysed = 0`.execute(store.db);
  return rows[0]?.count ?? 0;
}

/** The number of index entries with the word that all documents have. */
async function entries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document_terms where document_terms match 'ferry'`.execute(store.db);
  return rows[0]?.count ?? 0;
}

async function kill(): Promise<void> {
  const pids = service?.workers() ?? [];
  const gone = service && once(service.process, 'exit');
  service?.process.kill('SIGKILL');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await gone;
}

needs('ffmpeg')(
  'reindexing that is killed in the middle is finished by the next service: each document is indexed once',
  { timeout: 600_000 },
  async () => {
    const { db } = store;
    const account = await localAccount(db, 1);
    const { token } = await createToken(db, account, 'test', Date.now());
    const { collection } = await addLongFile(db, account, MANY);
    await sql`delete from document_terms`.execute(db);
    await sql`update documents set analysed = 0`.execute(db);
    // Documents that the analyser has not seen are in the index of older versions.
    await sql`insert into documents_fts (documents_fts) values ('rebuild')`.execute(db);
    service = await serve(home);
    await until(async () => (await older()) < MANY, 'the first page', 300_000);
    await kill();
    const left = await older();
    expect(left).toBeGreaterThan(0);
    expect(await entries()).toBe(MANY - left);
    service = await serve(home);
    await until(async () => (await older()) === 0, 'the end of reindexing', 300_000);
    expect(await entries()).toBe(MANY);
    const answer = await fetch(`${service.url}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'segment', query: 'ferries', collections: [collection], limit: 5 }),
    });
    expect(((await answer.json()) as { results: unknown[] }).results).toHaveLength(5);
  },
);
