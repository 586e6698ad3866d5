import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderedKey } from '../../../../src/service/search/filters/file-values/ordered-key.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { PostingBuilder } from '../../../../src/service/store/words/postings/posting-list.ts';
import { termsIn } from '../../../../src/service/store/words/postings/server/match.ts';
import { Packer, unpackBatch } from '../../../../src/service/store/words/postings/server/packed.ts';
import { addTerms } from '../../../../src/service/store/words/write-terms.ts';
import { seeded } from '../../../support/seeded.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { isOnServer } from '../../../support/store.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

const SAMPLES = [
  'plain words',
  "don't e:x=y ~tilde a.b",
  'Ünïcode ÅNGSTRÖM äöü',
  'en:boat boat =Boat',
  '電 車 電車',
  'a\u0000b tab\tnew\nline',
  '"quoted" (x) [y] {z} \\ % _ \'',
  'İstanbul ſ K',
  '😀 emoji',
];

describe('terms on a server', () => {
  it.each(SAMPLES)('are cut as SQLite cuts them: %j', async (text) => {
    const { db, close } = await openStore(':memory:');
    await db.transaction().execute((trx) => addTerms(trx, [{ docid: 1, columns: { speech: text } }]));
    const { rows } = await sql<{ term: string }>`select term from document_terms_words`.execute(db);
    expect([...new Set(termsIn(text))].sort()).toEqual(rows.map(({ term }) => term).sort());
    await close();
  });

  it('are unpacked as they were packed', () => {
    const packer = new Packer();
    const entries = [
      [1, 0, 1],
      [1, 7, 300],
      [70_000, 2, 1],
      [3_000_000_000, 5, 20_000],
    ] as const;
    for (const [docid, column, times] of entries) packer.add(docid, column, times);
    const found: number[][] = [];
    unpackBatch(packer.bytes(), (...entry) => found.push(entry));
    expect(found).toEqual(entries);
  });

  it('go on in a list as if it had been packed in one go', () => {
    const whole = new PostingBuilder();
    const first = new PostingBuilder();
    const docids = [1, 2, 65_535, 65_536, 65_540, 200_000, 200_001];
    for (const docid of docids) whole.add(docid, 1, 2);
    for (const docid of docids.slice(0, 4)) first.add(docid, 1, 2);
    const rest = new PostingBuilder(first.build(), first.last);
    for (const docid of docids.slice(4)) rest.add(docid, 1, 2);
    expect(rest.build()).toEqual(whole.build());
  });
});

describe('values of a filter on a server', () => {
  it('are in the order of SQLite: numbers by size, then texts', () => {
    const inOrder = [-1e300, -2, -1.5, -1, -1e-300, 0, 5e-324, 1, 1.5, 2, 10, 1e300, '', '0', 'A', 'a', 'é'];
    const keys = inOrder.map(orderedKey);
    expect(keys.toSorted()).toEqual(keys);
    expect(orderedKey(-0)).toBe(orderedKey(0));
  });
});

const WORDS =
  `harbour boats boat sailing sail evening budget budgets meeting café cafe naïve running ran the of and to
  Haushalt Haushaltssitzung Sitzung Bürger 東京 京都 会議 予算 서울 회의 Москва бюджет hyphen-ated e-mail 2024 3.5 don't`.split(
    /\s+/,
  );

const QUERIES = [
  ...new Set(WORDS),
  'boat evening',
  '"sailing boats"',
  'budgt',
  'harb',
  'meetin budget',
  '京',
  'nowhere',
];

/** Films of random words, the same for the same seed. */
function films(seed: number, count: number) {
  const chance = seeded(seed);
  const line = () => Array.from({ length: 1 + chance.below(12) }, () => chance.pick(WORDS)).join(' ');
  return Array.from({ length: count }, (_, at) => ({
    filename: `${chance.pick(WORDS)} ${seed}-${at}.mp4`,
    speech: Array.from({ length: chance.below(8) }, (_, second) => ({ text: line(), start: 7 * second })),
    scene_text: Array.from({ length: chance.below(3) }, (_, second) => ({ text: line(), time: 9 * second })),
    metadata: { team: chance.pick(WORDS), size: chance.below(100) },
  }));
}

describe.runIf(isOnServer)('[DB-1] the same films on SQLite and on a server', () => {
  let services: TestService[];
  let collections: string[];
  beforeAll(async () => {
    services = [await openTestService({}, { onServer: false }), await openTestService()];
    collections = await Promise.all(services.map((service) => makeCollection(service, 'films')));
    await add(1, 12);
  });
  afterAll(() => Promise.all(services.map((service) => service.close())));

  /** Adds films to both; the ids of the last ones. */
  async function add(seed: number, count: number): Promise<string[]> {
    const last: string[] = [];
    for (const film of films(seed, count))
      for (const [at, service] of services.entries())
        last[at] = (await addFilm(service, collections[at] ?? '', film)).file_id;
    return last;
  }

  /** What a search gives but for ids, scores as they are shown. */
  async function found(at: number, query: string, scope: string): Promise<object[]> {
    const body = { scope, query, collections: [collections[at]], limit: 50 };
    const answer = await services[at]?.call('POST', '/search', body);
    expect(answer?.status, JSON.stringify(answer?.body)).toBe(200);
    const results = (answer?.body.results ?? []) as unknown as Record<string, unknown>[];
    return results.map(({ filename, start_time, end_time, score, ...rest }) => ({
      filename,
      start_time,
      end_time,
      score: Number(score).toFixed(6),
      words: rest.speech ?? rest.text,
    }));
  }

  async function expectSame(): Promise<number> {
    let results = 0;
    for (const scope of ['segment', 'file'])
      for (const query of QUERIES) {
        const [sqlite, server] = [await found(0, query, scope), await found(1, query, scope)];
        expect(server, `${scope} ${query}`).toEqual(sqlite);
        results += sqlite.length;
      }
    return results;
  }

  it('are found by the same words, in the same order, with the same scores', async () => {
    expect(await expectSame()).toBeGreaterThan(100);
  });

  it('also after more were added and some deleted', async () => {
    const last = await add(2, 6);
    // What a search has read stays in memory.
    await found(0, 'the', 'file');
    await found(1, 'the', 'file');
    for (const [at, id] of last.entries())
      expect((await services[at]?.call('DELETE', `/files/${id}`))?.status).toBe(200);
    for (const service of services) await service.drain();
    await add(3, 3);
    await expectSame();
  });
});
