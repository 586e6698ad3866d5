import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundItem } from '../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

/** Enough segments for two common words that share only a few. */
const FILMS = 60;
const SEGMENTS = Math.ceil((2 * 2_500 + 40) / FILMS);
/** Segments of the oldest film with words of their own, by number. */
const SAID: Readonly<Record<number, string>> = {
  3: 'meeting near the harbour',
  5: 'harbour and meeting',
  7: 'a kingfisher at the harbour',
  9: 'a kingfisher alone',
  11: 'meeting with a kingfisher at the harbour',
};

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  for (let film = 0; film < FILMS; film += 1) {
    const speech = Array.from({ length: SEGMENTS }, (_, at) => ({
      text: (film === 0 && SAID[at]) || (at % 2 === 0 ? 'the meeting begins' : 'we see the harbour'),
      start: at * 2,
      end: at * 2 + 1,
    }));
    const windows = speech.map(({ start, end }): [number, number] => [start, end]);
    await addFilm(service, collection, { filename: `${film}.mp4`, speech, windows });
  }
});

afterAll(() => service.close());

async function find(query: string, limit: number): Promise<(string | undefined)[]> {
  const body = { scope: 'segment', collections: [collection], query, search_modalities: ['speech'], limit };
  const answer = await service.call('POST', '/search', body);
  expect(answer.status).toBe(200);
  return (answer.body as unknown as { results: FoundItem[] }).results.map(({ context }) => context);
}

it('puts the segments with a rare word first, and among them those with common words too', async () => {
  const found = await find('meeting harbour kingfisher', 5);
  expect(found[0]).toBe(SAID[11]);
  expect(found.slice(1, 3)).toEqual([SAID[7], SAID[9]]);
  expect(found.slice(3).toSorted()).toEqual([SAID[5], SAID[3]].toSorted());
});

it('finds every segment with all words of a query, wherever it is, if each word is common', async () => {
  expect((await find('meeting harbour', 3)).toSorted()).toEqual([SAID[3], SAID[5], SAID[11]].toSorted());
});

it('fills up with segments that have a common word alone', async () => {
  const found = await find('kingfisher meeting', 30);
  expect(found.slice(0, 3).toSorted()).toEqual([SAID[7], SAID[9], SAID[11]].toSorted());
  expect(found).toHaveLength(30);
  for (const words of found.slice(3)) expect(words).toContain('meeting');
});

it('finds a phrase that must be there, of common words and of rare ones', async () => {
  const both = await find('"the harbour" kingfisher', 3);
  expect(both.slice(0, 2).toSorted()).toEqual([SAID[7], SAID[11]].toSorted());
  expect(both[2]).toContain('the harbour');
  expect(await find('meeting "kingfisher at the harbour"', 3)).toEqual([SAID[11], SAID[7]]);
  expect(await find('"meeting begins"', 2)).toEqual(['the meeting begins', 'the meeting begins']);
});
