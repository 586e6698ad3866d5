import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundItem } from '../../../src/contract/index.ts';
import { seeded } from '../../support/seeded.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

let service: TestService;
let collections: string[];

const WORDS = ['harbour', 'council', 'budget', 'fish', 'the', 'bridge', 'vote', 'boat', 'a', 'storm'];

beforeAll(async () => {
  service = await openTestService();
  collections = [await makeCollection(service, 'one'), await makeCollection(service, 'two')];
  const random = seeded(7);
  const word = () => random.pick(WORDS.slice(0, 1 + random.below(WORDS.length)));
  for (let film = 0; film < 24; film += 1) {
    // Lines start before, in and after overlapping segments, and few words give many equal scores.
    const speech = Array.from({ length: 9 }, (_, at) => ({
      text: Array.from({ length: 1 + random.below(4) }, word).join(' '),
      start: at * 7,
      end: at * 7 + 2 + random.below(12),
    }));
    const windows = Array.from({ length: 6 }, (_, at): [number, number] => [at * 10, at * 10 + 15]);
    for (const collection of collections.slice(0, 1 + (film % 2)))
      await addFilm(service, collection, { filename: `${word()}-${film}.mp4`, speech, windows });
  }
});

afterAll(() => service.close());

async function find(query: string, scope: 'file' | 'segment', limit: number) {
  const { status, body } = await service.call('POST', '/search', { scope, collections, query, limit });
  expect(status).toBe(200);
  return (body as unknown as { results: FoundItem[] }).results;
}

describe('a search reads only what it shows', () => {
  it.each(['segment', 'file'] as const)('and shows the same %ss as one that reads all', async (scope) => {
    const random = seeded(11);
    for (let at = 0; at < 12; at += 1) {
      const words = Array.from({ length: 1 + (at % 3) }, () => random.pick(WORDS));
      const query = words.join(at % 5 === 0 ? ' and ' : ' ');
      const all = await find(query, scope, 100);
      for (const limit of [1, 3, 20]) expect(await find(query, scope, limit)).toEqual(all.slice(0, limit));
    }
  });
});
