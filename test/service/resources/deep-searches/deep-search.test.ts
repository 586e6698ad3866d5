import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCompletion, DeepSearch } from '../../../../src/contract/index.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { type Added, addFilm, makeCollection } from '../../search/library.ts';

let service: TestService;
let collection: string;
let harbour: Added;
let garden: Added;

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  harbour = await addFilm(service, collection, {
    filename: 'harbour.mp4',
    metadata: { project: 'north' },
    speech: [
      { speaker: 'Ann', text: 'Welcome to the northern harbour.', start: 3.5 },
      { text: 'The lighthouse was built in nineteen twelve.', start: 24.25, end: 27 },
      { text: 'Its lamp turns', start: 47 },
      { text: 'once in every ten seconds.', start: 49 },
    ],
    scene_text: [{ text: 'Budget Review 2026', time: 30, end: 40 }],
  });
  garden = await addFilm(service, collection, {
    filename: 'garden.mp4',
    speech: [
      { text: 'Roses need pruning in the early spring.', start: 5 },
      { text: 'We choose the key frames by hand.', start: 22 },
    ],
    scene_text: [{ text: 'Opening hours', time: 12 }],
  });
});

afterAll(() => service.close());

type Question = Record<string, unknown> & { query: string };

async function ask(question: Question): Promise<DeepSearch> {
  const knowledge_base = { source: 'collections', collections: [collection] };
  const { status, body } = await service.call('POST', '/deepSearch', { knowledge_base, ...question });
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body as unknown as DeepSearch;
}

describe('deep search', () => {
  it('[DEEP-1] returns everything a deep search has at once', async () => {
    const before = Date.now();
    const search = await ask({ query: 'lighthouse' });
    expect(search).toMatchObject({
      object: 'deep_search',
      status: 'completed',
      query: 'lighthouse',
      scope: null,
      limit: 20,
    });
    expect(search.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(search.created_at).toBeGreaterThanOrEqual(before);
    expect(search.total).toBe(search.results?.length);
    expect(search.text).toContain('“The lighthouse was built in nineteen twelve.” [harbour.mp4, 0:00:24]');
    expect(search).not.toHaveProperty('error');
    const again = await service.call('GET', `/deepSearch/${search.id}`);
    expect(again.body).toEqual(search);
  });

  it('[DEEP-2] keeps to the requested scope, and mixes both if there was none', async () => {
    const types = async (scope?: string) =>
      new Set((await ask({ query: 'lighthouse', ...(scope && { scope }) })).results?.map(({ type }) => type));
    expect(await types('segment')).toEqual(new Set(['segment']));
    expect(await types('file')).toEqual(new Set(['file']));
    expect(await types()).toEqual(new Set(['segment', 'file']));
    expect((await ask({ query: 'lighthouse', scope: 'file' })).scope).toBe('file');
  });

  it('[DEEP-3] returns results with file, segment, score and the time of the words', async () => {
    const [first] = (await ask({ query: 'when was the lighthouse built', scope: 'segment' })).results ?? [];
    expect(first).toEqual({
      type: 'segment',
      id: harbour.segment_ids[1],
      file_id: harbour.file_id,
      collection_id: collection,
      score: 1,
      context: 'The lighthouse was built in nineteen twelve.',
      segment_id: harbour.segment_ids[1],
      start_time: 24.25,
      end_time: 27,
      title: 'harbour',
      filename: 'harbour.mp4',
      metadata: { project: 'north' },
      summary: '“The lighthouse was built in nineteen twelve.” On screen: “Budget Review 2026”',
      generated_title: 'Budget Review 2026',
      media_url: expect.stringMatching(new RegExp(`/films/${harbour.file_id}/film\\.mp4$`)),
    });
  });

  it('[DEEP-3] finds what was said where a word could also mean text on screen', async () => {
    const flats = await makeCollection(service, 'flats');
    const said = { text: "I didn't sign the lease, it was written too small.", start: 2 };
    await addFilm(service, flats, { filename: 'flat.mp4', speech: [said] });
    const knowledge_base = { source: 'collections', collections: [flats] };
    for (const query of ['sign the lease', 'Why did you not sign it?'])
      expect((await ask({ query, knowledge_base })).results?.[0]?.context).toBe(said.text);
  });

  it('[DEEP-3] finds text on screen at the second it is shown', async () => {
    const [first] = (await ask({ query: 'budget review' })).results ?? [];
    expect(first).toMatchObject({
      context: 'Budget Review 2026',
      start_time: 30,
      segment_id: harbour.segment_ids[1],
    });
  });

  it('[DEEP-3] reads the sign for who asks what it says, though somebody speaks of it', async () => {
    const pier = await makeCollection(service, 'pier');
    await addFilm(service, pier, {
      filename: 'pier.mp4',
      speech: [{ text: 'The harbour office sign says nothing about dogs, somebody said.', start: 2 }],
      scene_text: [{ text: 'HARBOUR OFFICE', time: 20, end: 24 }],
    });
    await service.drain();
    const knowledge_base = { source: 'collections', collections: [pier] };
    for (const query of [
      'the sign that says harbour office',
      'Which poster reads harbour office?',
      'when is harbour office on the screen?',
    ])
      expect((await ask({ query, knowledge_base, scope: 'segment' })).results?.[0], query).toMatchObject({
        context: 'HARBOUR OFFICE',
        start_time: 20,
      });
    // What "it" says may be either.
    const both = await ask({ query: 'where does it say harbour office', knowledge_base, scope: 'segment' });
    expect(both.results?.map(({ context }) => context)).toContain('HARBOUR OFFICE');
  });

  it('[DEEP-3] quotes a thought that spans two lines from its first second', async () => {
    const [first] = (await ask({ query: '"turns once in every ten"', scope: 'segment' })).results ?? [];
    expect(first).toMatchObject({
      context: 'Its lamp turns once in every ten seconds.',
      start_time: 47,
      end_time: 51,
    });
  });

  it('[DEEP-3] [CHAT-4] marks words that were recognised and may be wrong', async () => {
    const heard = await makeCollection(service, 'heard', 'rich-transcripts');
    await addFilm(service, heard, {
      filename: 'pier.mp4',
      speech: [
        { text: 'The crane on the pier is rusty.', start: 2, confidence: 0.62 },
        { text: 'The crane on the quay is new.', start: 30, confidence: 0.95 },
      ],
    });
    const knowledge_base = { source: 'collections', collections: [heard] };
    const { text, results } = await ask({ query: 'crane', knowledge_base, scope: 'segment' });
    expect(text).toContain('~ “The crane on the pier is rusty.”');
    expect(text).toMatch(/^“The crane on the quay is new\.”/m);
    const sure = results?.map(({ start_time, confidence }) => [start_time, confidence]);
    expect(sure?.sort()).toEqual([
      [2, 0.62],
      [30, 0.95],
    ]);
    const messages = [{ role: 'user', content: 'rusty pier' }];
    const request = { model: 'quotes', messages, collections: [heard] };
    const { body } = await service.call('POST', '/chat/completions', request);
    expect((body as unknown as ChatCompletion).choices).toMatchObject([
      {
        message: { content: expect.stringContaining('~ “The crane on the pier is rusty.”') },
        citations: [{ speech: [{ confidence: 0.62 }] }],
      },
    ]);
  });

  it('[DEEP-4] shows its plan only on request, in every spelling of the array', async () => {
    const plain = await ask({ query: 'harbour' });
    expect(plain).not.toHaveProperty('search_queries');
    const asked = await ask({ query: 'harbour and roses', scope: 'segment', include: ['search_queries'] });
    expect(asked.search_queries).toEqual([
      {
        query: 'harbour and roses',
        search_modalities: ['speech', 'scene_text'],
        scope: 'segment',
        result_count: 2,
      },
      { query: 'harbour', search_modalities: ['speech', 'scene_text'], scope: 'segment', result_count: 1 },
      { query: 'roses', search_modalities: ['speech', 'scene_text'], scope: 'segment', result_count: 1 },
    ]);
    for (const include of [
      'include=search_queries',
      'include[]=search_queries',
      'include=search_queries&include=search_queries',
    ]) {
      const { body } = await service.call('GET', `/deepSearch/${plain.id}?${include}`);
      expect((body as unknown as DeepSearch).search_queries?.length, include).toBe(2);
    }
    const { status, body } = await service.call('GET', `/deepSearch/${plain.id}?include=everything`);
    expect(status).toBe(400);
    expect(body.error).toContain('include');
  });

  it('[DEEP-4] shows the filter in the plan and applies it', async () => {
    const filter = { file: [{ path: 'filename', operator: 'Like', valueText: 'garden*' }] };
    const knowledge_base = { source: 'collections', collections: [collection], filter };
    const search = await ask({ query: 'harbour roses', knowledge_base, include: ['search_queries'] });
    expect(new Set(search.results?.map((result) => result.file_id))).toEqual(new Set([garden.file_id]));
    expect(search.search_queries?.[0]?.filter).toEqual(filter);
  });

  it('[DEEP-5] counts words read and written, and queries run', async () => {
    const { usage } = await ask({ query: 'lighthouse lamp', scope: 'segment' });
    expect(usage).toEqual({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      total_tokens: (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
      search_calls: 2,
    });
    expect(usage?.input_tokens).toBeGreaterThan(2);
    expect(usage?.output_tokens).toBeGreaterThan(5);
  });

  it('says plainly that nothing was found', async () => {
    const search = await ask({ query: 'zeppelins' });
    expect(search).toMatchObject({ status: 'completed', results: [], total: 0 });
    expect(search.text).toBe('Nothing was found for “zeppelins” in what was heard, read and seen.');
  });

  it('finds joined, split and slightly misspelt words', async () => {
    for (const query of ['keyframe', 'key frames', 'key-frames', 'lighthuose', 'lightho', 'light house']) {
      const search = await ask({ query, scope: 'segment' });
      expect(search.results?.length, query).toBeGreaterThan(0);
    }
  });

  it('chooses the modality that the words ask for', async () => {
    const shown = await ask({ query: 'which slide shows opening hours', include: ['search_queries'] });
    expect(shown.search_queries?.[0]?.search_modalities).toEqual(['scene_text']);
    expect(shown.results?.[0]).toMatchObject({ context: 'Opening hours', start_time: 12 });
    const spoken = await ask({ query: 'who mentions the budget', include: ['search_queries'] });
    expect(spoken.search_queries?.[0]?.search_modalities).toEqual(['speech']);
    expect(spoken.results).toEqual([]);
  });

  it.each([
    '"',
    '"""',
    'AND OR NOT',
    'speech:x',
    '*',
    'a* NEAR(b c)',
    '{title} : x',
    "'; drop table documents;--",
    '🚤',
    '\u0000',
  ])('treats %j as words, never as syntax', async (query) => {
    expect((await ask({ query })).status).toBe('completed');
  });

  it('drops weak results, and returns at most the limit while total counts all', async () => {
    const all = await ask({ query: 'lighthouse zeppelin airship dirigible' });
    expect(all.results?.length).toBeGreaterThan(0);
    expect(
      (await ask({ query: 'lighthouse zeppelin airship dirigible', exclude_weak_results: true })).results,
    ).toEqual([]);
    const one = await ask({ query: 'harbour lighthouse roses', limit: 1 });
    expect(one.results).toHaveLength(1);
    expect(one.total).toBeGreaterThan(1);
  });

  it('returns one result for a quote in overlapping windows: that of the window in which it starts', async () => {
    const overlapping = await makeCollection(service, 'overlapping');
    const film = await addFilm(service, overlapping, {
      filename: 'waves.mp4',
      windows: [
        [0, 20],
        [10, 30],
        [20, 40],
      ],
      speech: [{ text: 'A storm is coming tonight', start: 18, end: 22 }],
    });
    const knowledge_base = { source: 'collections', collections: [overlapping] };
    const { results } = await ask({ query: 'storm', scope: 'segment', knowledge_base });
    expect(results).toHaveLength(1);
    expect(results?.[0]?.start_time).toBe(18);
    expect(film.segment_ids.slice(0, 2)).toContain(results?.[0]?.segment_id);
  });

  it('searches named files, or the whole account, and nothing of another', async () => {
    const files = { source: 'files', files: [garden.file_id] };
    expect((await ask({ query: 'lighthouse', knowledge_base: files })).results).toEqual([]);
    expect((await ask({ query: 'lighthouse', knowledge_base: { source: 'default' } })).results).not.toEqual(
      [],
    );
    const stranger = { authorization: `Bearer ${await strangerToken(service)}` };
    const body = { query: 'lighthouse', knowledge_base: { source: 'default' } };
    const theirs = await service.call('POST', '/deepSearch', body, stranger);
    expect((theirs.body as unknown as DeepSearch).results).toEqual([]);
    const knowledge_base = { source: 'collections', collections: [collection] };
    const refused = await service.call(
      'POST',
      '/deepSearch',
      { query: 'lighthouse', knowledge_base },
      stranger,
    );
    expect(refused.status).toBe(404);
    expect(refused.body.error).toContain(collection);
  });

  it('refuses unknown collections, operators and paths by name', async () => {
    const missing = randomUUID();
    const send = (knowledge_base: object, more = {}) =>
      service.call('POST', '/deepSearch', { query: 'x', knowledge_base, ...more });
    expect(await send({ source: 'collections', collections: [missing] })).toMatchObject({
      status: 404,
      body: { error: `collection ${missing} was not found` },
    });
    const filtered = (condition: object) =>
      send({ source: 'collections', collections: [collection], filter: { file: [condition] } });
    const operator = await filtered({ path: 'bytes', operator: 'Bigger', valueText: '1' });
    expect(operator.status).toBe(400);
    expect(operator.body.error).toContain('operator');
    const path = await filtered({ path: 'size', operator: 'Equal', valueText: '1' });
    expect(path).toMatchObject({ status: 400, body: { error: expect.stringContaining('size') } });
    expect((await send({ source: 'default' }, { background: true, stream: true })).status).toBe(400);
    expect((await send({ source: 'default' }, { limit: 501 })).status).toBe(400);
  });
});
