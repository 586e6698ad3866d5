import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundItem, Search } from '../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

let service: TestService;
let collection: string;

/** Names that begin with another name: each has two letters more. */
const LONGER = Array.from({ length: 60 }, (_, at) => `Korvat${'bcdfghkm'[at % 8]}${'bcdfghkm'[at >> 3]}`);

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'names');
  const windows = LONGER.map((_, at): [number, number] => [at * 20, at * 20 + 20]);
  const speech = LONGER.map((name, at) => ({ text: `We met ${name} there.`, start: at * 20 + 3 }));
  await addFilm(service, collection, { filename: 'names.mp4', windows, speech });
  await addFilm(service, collection, {
    filename: 'korvat.mp4',
    speech: [{ text: 'We met Korvat there.', start: 5 }],
  });
});

afterAll(() => service.close());

async function find(query: string): Promise<Omit<Search, 'results'> & { results: FoundItem[] }> {
  const body = { scope: 'segment', collections: [collection], query, limit: 100 };
  const answer = await service.call('POST', '/search', body);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body as never;
}

it('a misspelt word finds the nearest word', async () => {
  const { results } = await find('Korvta');
  expect(results.map(({ context }) => context)).toContain('We met Korvat there.');
});

it('a misspelt word stands for no more than forty, however many begin like the nearest', async () => {
  const { total } = await find('Korvta');
  expect(total).toBeGreaterThan(1);
  expect(total).toBeLessThanOrEqual(40);
});
