import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundItem } from '../../../src/contract/index.ts';
import { filmWords } from '../../../src/service/search/words/film-words.ts';
import { phrasesFor } from '../../../src/service/search/words/term-variants.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

const FILMS = 60;
const SEGMENTS = 50;
const LIMIT = 50;
/** The first are in most segments, the last in a few. */
const VOCABULARY =
  'harbour meeting budget engine report window garden contract river bridge tower market winter doctor ferry kingfisher'.split(
    ' ',
  );
const OTHERS = 'zebra yellow quartz violin umbrella'.split(' ');

let service: TestService;
let collection: string;
/** The index terms of each segment by id, and of each film. */
const segments = new Map<string, readonly string[]>();
const films: (readonly string[])[] = [];

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  for (let film = 0; film < FILMS; film += 1) {
    const speech = Array.from({ length: SEGMENTS }, (_, at) => ({
      text: sentence(film * SEGMENTS + at),
      start: at * 4 + 1,
    }));
    const windows = speech.map((_, at): [number, number] => [at * 4, at * 4 + 4]);
    const { segment_ids } = await addFilm(service, collection, { filename: `${film}`, speech, windows });
    const texts = speech.map(({ text }) => text);
    const words = await filmWords({ yieldTurn: async () => undefined }, texts);
    for (const [at, id] of segment_ids.entries()) segments.set(id, words.termsOf(texts[at] ?? '').split(' '));
    films.push([...words.termsOf(texts.join('\n')).split(' '), String(film)]);
  }
});

afterAll(() => service.close());

/** One to twelve words, some of them several times; the same for the same number. */
function sentence(seed: number): string {
  let state = seed + 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 8) % 65_536) / 65_536;
  };
  random();
  const words = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
    random() < 0.25
      ? OTHERS[Math.floor(random() * OTHERS.length)]
      : VOCABULARY[Math.floor(VOCABULARY.length ** random()) - 1],
  );
  return `we see ${words.join(' ')}`;
}

const inverse = (count: number, total: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5));

/** The scores of all segments by the definition in score.ts and the formula of BM25, worked out one by one. */
function exhaustive(query: string, required: readonly string[] = []): Map<string, number> {
  const total = segments.size + films.length;
  const average = [...segments.values()].reduce((sum, terms) => sum + terms.length, 0) / segments.size;
  const terms = query.split(' ').map((word) => {
    const phrases = phrasesFor([word], ['en']).map(([term = '']) => {
      const count = [...segments.values(), ...films].filter((own) => own.includes(term)).length;
      return { term, weight: inverse(count, total) };
    });
    const having = [...segments.values()].filter((own) => phrases.some(({ term }) => own.includes(term)));
    return { word, phrases, weight: inverse(having.length, segments.size) };
  });
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const found = [...segments].flatMap(([id, own]) => {
    const has = terms.filter(({ phrases }) => phrases.some(({ term }) => own.includes(term)));
    if (has.length === 0 || !required.every((word) => has.some((term) => term.word === word))) return [];
    const bm25 = has
      .flatMap(({ phrases }) => phrases)
      .reduce((sum, { term, weight }) => {
        const times = own.filter((one) => one === term).length;
        return sum + (weight * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * own.length) / average));
      }, 0);
    return [{ id, bm25, coverage: has.reduce((sum, { weight }) => sum + weight, 0) / all }];
  });
  const best = Math.max(...found.map(({ bm25 }) => bm25));
  return new Map(found.map(({ id, bm25, coverage }) => [id, coverage * (0.7 + (0.3 * bm25) / best)]));
}

async function search(query: string): Promise<FoundItem[]> {
  const { status, body } = await service.call('POST', '/search', {
    scope: 'segment',
    collections: [collection],
    query,
    search_modalities: ['speech'],
    limit: LIMIT,
  });
  expect(status, body.error).toBe(200);
  return (body as unknown as { results: FoundItem[] }).results;
}

/** The results are those of an exhaustive scoring: the same best scores, and each segment with its own. */
async function expectExact(query: string, required: readonly string[] = []): Promise<void> {
  const results = await search(query);
  const scores = exhaustive(query.replaceAll('"', ''), required);
  const best = [...scores.values()].sort((one, other) => other - one).slice(0, LIMIT);
  expect(results).toHaveLength(best.length);
  for (const [at, { id, score }] of results.entries()) {
    expect(Math.abs(score - (best[at] ?? 0)), `${query}: ${at}`).toBeLessThan(1.1e-4);
    expect(Math.abs(score - (scores.get(id) ?? 0)), `${query}: ${at}`).toBeLessThan(1.1e-4);
  }
}

describe('a search gives what scoring every segment gives', () => {
  it.each([
    'harbour',
    'kingfisher',
    'harbour meeting budget engine',
    'meetings kingfisher',
    'harbour meeting budget engine report windows garden contract river bridge ferry',
    'zebra harbour',
  ])('for %s', (query) => expectExact(query));

  it('for a word that must be there', async () => {
    await expectExact('"harbour" ferry', ['harbour']);
    await expectExact('"kingfisher" harbour meeting', ['kingfisher']);
  });
});
