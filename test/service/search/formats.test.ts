import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundItem } from '../../../src/contract/index.ts';
import { logTo } from '../../../src/service/log.ts';
import { storePath } from '../../../src/service/store/open-store.ts';
import { loadSqlite } from '../../../src/service/store/sqlite/sqlite-module.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

const SAID = [
  'The harbour opens in the morning',
  'A meeting about the harbour and its budget',
  'Nothing about ships, but the budget meeting was long',
  'We plant lettuce in the green house',
  'The greenhouse is warm and the tomatoes grow',
];

/** A service with some films, and what it logs. */
interface Library {
  readonly service: TestService;
  readonly logged: string[];
  readonly collection: string;
}

async function makeLibrary(prepare: (service: TestService) => Promise<void>): Promise<Library> {
  const logged: string[] = [];
  const service = await openTestService(
    {},
    { log: logTo(({ message }) => void logged.push(message), 'warn'), onServer: false },
  );
  await prepare(service);
  const collection = await makeCollection(service, 'films');
  for (const [at, text] of SAID.entries())
    await addFilm(service, collection, { filename: `${at}`, speech: [{ text, start: 1 }] });
  return { service, logged, collection };
}

async function search({ service, collection }: Library, query: string): Promise<string[]> {
  const { status, body } = await service.call('POST', '/search', {
    scope: 'segment',
    collections: [collection],
    query,
    limit: 20,
  });
  expect(status, body.error).toBe(200);
  return (body as unknown as { results: FoundItem[] }).results.map(
    ({ filename, start_time }) => `${filename} ${start_time}`,
  );
}

describe('with an index in a format that is not known', () => {
  let known: Library;
  let unknown: Library;

  beforeAll(async () => {
    known = await makeLibrary(async () => undefined);
    // SQLite writes 5 once "secure-delete" was on, and reads both.
    unknown = await makeLibrary(async ({ dataDir }) => {
      const { DatabaseSync } = await loadSqlite();
      const options = { timeout: 1_000, defensive: false };
      const store = new DatabaseSync(storePath(dataDir), options);
      store.exec("update document_terms_config set v = 5 where k = 'version'");
      store.close();
    });
  });

  afterAll(() => Promise.all([known.service.close(), unknown.service.close()]));

  it.each([
    'harbour',
    'harbor',
    'harbour budget meeting',
    '"budget meeting"',
    'green house',
    'greenhouse',
    'lettuc',
    'nowhere',
  ])('a search for %s finds the same by plain queries', async (query) => {
    const found = await search(known, query);
    expect([...(await search(unknown, query))].sort()).toEqual([...found].sort());
    expect(found.length > 0).toBe(query !== 'nowhere');
  });

  it('the log says so, once', () => {
    expect(unknown.logged.filter((message) => message.includes('unknown format'))).toHaveLength(1);
    expect(known.logged).toEqual([]);
  });
});
