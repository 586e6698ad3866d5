import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundItem, Search } from '../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  await addFilm(service, collection, {
    filename: 'one.mp4',
    metadata: { year: 2024, tags: ['sea', 'north'], crew: [{ name: 'Ann' }, { name: 'Bob' }] },
    video_info: { duration_seconds: 60, has_audio: true },
    bytes: 500,
    speech: [
      { text: 'The ferry leaves at noon.', start: 4 },
      { text: 'A ferry, a ferry, our last ferry.', start: 44 },
    ],
  });
  await addFilm(service, collection, {
    filename: 'two.mov',
    metadata: { year: 2026, tags: ['sea'] },
    video_info: { duration_seconds: 300, has_audio: false },
    bytes: 2500,
    speech: [{ text: 'We missed the ferry to the island.', start: 21 }],
    scene_text: [{ text: 'FERRY TIMES', time: 50 }],
  });
});

afterAll(() => service.close());

/** A search for files or segments that are not grouped. */
type Found = Omit<Search, 'results'> & { results: FoundItem[] };

async function search(more: object): Promise<Found> {
  const body = { scope: 'segment', collections: [collection], query: 'ferry', ...more };
  const answer = await service.call('POST', '/search', body);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body as unknown as Found;
}

const contexts = (found: Found) => found.results.map((result) => result.context);

describe('search', () => {
  it('ranks segments, best first, with scores from 0 to 1', async () => {
    const found = await search({});
    expect(found).toMatchObject({ object: 'search', query: 'ferry', scope: 'segment', limit: 10, total: 4 });
    expect(found.results[0]).toMatchObject({ context: 'A ferry, a ferry, our last ferry.', start_time: 44 });
    const scores = found.results.map((result) => result.score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    for (const score of scores) expect(score).toBeGreaterThan(0);
    for (const score of scores) expect(score).toBeLessThanOrEqual(1);
  });

  it('stores what it found: read again, page by page, and in the list', async () => {
    const found = await search({});
    const { body } = await service.call('GET', `/search/${found.id}?limit=2&offset=1`);
    const page = body as unknown as Search;
    expect(page).toMatchObject({ total: 4, limit: 2, offset: 1 });
    expect(page.results).toEqual(found.results.slice(1, 3));
    const list = await service.call('GET', '/search?limit=1');
    expect(list.body.data[0]?.id).toBe(found.id);
    expect((await service.call('GET', `/search/${randomUUID()}`)).status).toBe(404);
  });

  it('searches the given modalities, above the threshold and up to the limit', async () => {
    expect(contexts(await search({ search_modalities: ['scene_text'] }))).toEqual(['FERRY TIMES']);
    expect(contexts(await search({ search_modalities: ['audio_description'] }))).toEqual([]);
    expect((await search({ query: 'ferry zebra', threshold: 0.9 })).results).toEqual([]);
    expect((await search({ limit: 1 })).results).toHaveLength(1);
  });

  it('finds files by their speech and by their name', async () => {
    const said = await search({ scope: 'file', query: 'island' });
    expect(said.results).toMatchObject([{ type: 'file', filename: 'two.mov', start_time: 21 }]);
    expect((await search({ scope: 'file', query: 'two' })).results[0]?.filename).toBe('two.mov');
  });

  it.each([
    [{ metadata: [{ path: 'year', operator: 'GreaterThan', valueText: '2025' }] }, ['two.mov']],
    [
      { metadata: [{ path: 'tags', operator: 'ContainsAll', valueTextArray: ['sea', 'north'] }] },
      ['one.mp4'],
    ],
    [{ metadata: [{ path: 'crew.name', operator: 'Equal', valueText: 'Bob' }] }, ['one.mp4']],
    [{ video_info: [{ path: 'has_audio', operator: 'Equal', valueText: 'false' }] }, ['two.mov']],
    [{ video_info: [{ path: 'duration_seconds', operator: 'LessThan', valueText: '100' }] }, ['one.mp4']],
    [{ file: [{ path: 'bytes', operator: 'NotEqual', valueText: '500' }] }, ['two.mov']],
    [{ file: [{ path: 'filename', operator: 'In', valueTextArray: ['two.mov', 'x'] }] }, ['two.mov']],
    [{ file: [{ path: 'created_at', operator: 'LessThan', valueText: '2020-01-01' }] }, []],
    [
      {
        video_info: [
          { path: 'duration_seconds', operator: 'GreaterThan', valueText: '30', scope: 'segment' },
        ],
      },
      [],
    ],
  ])('filters by %j', async (filter, names) => {
    const found = await search({ filter });
    expect([...new Set(found.results.map((result) => result.filename))]).toEqual(names);
  });
});
