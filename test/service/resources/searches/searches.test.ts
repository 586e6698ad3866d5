import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundItem, Search } from '../../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

let service: TestService;
let collection: string;
let one: { file_id: string; segment_ids: string[] };
let two: { file_id: string; segment_ids: string[] };

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  one = await addFilm(service, collection, {
    filename: 'one.mp4',
    metadata: { place: 'Harbour' },
    speech: [
      { text: 'The ferry leaves at noon.', start: 4, speaker: 'Ann' },
      { text: 'A ferry, a ferry, our last ferry.', start: 44 },
    ],
    scene_text: [{ text: 'PIER FOUR', time: 46 }],
  });
  two = await addFilm(service, collection, {
    filename: 'two.mov',
    speech: [{ text: 'We missed the ferry to the island.', start: 21 }],
    scene_text: [{ text: 'FERRY TIMES', time: 50 }],
  });
  await tag('mood', 'hopeful departure', one, 0);
  await tag('topic', 'sailing', two, 1);
  await tag('owner', 'coast guard', two);
});
afterAll(() => service.close());

async function tag(label: string, value: string, film: typeof one, segment?: number) {
  const where = segment === undefined ? {} : { segment_id: film.segment_ids[segment] };
  const answer = await service.call('POST', '/tags', { label, value, file_id: film.file_id, ...where });
  expect(answer.status).toBe(200);
}

/** No search here is for faces. */
interface Group {
  type: string;
  file_id: string;
  item_count: number;
  best_score: number;
  matched_items: FoundItem[];
}
type Found = Omit<Search, 'results'> & { results: (FoundItem & Group)[] };

const send = (more: object) =>
  service.call('POST', '/search', { scope: 'segment', collections: [collection], query: 'ferry', ...more });

async function search(more: object): Promise<Found> {
  const answer = await send(more);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body as unknown as Found;
}

async function refusal(more: object): Promise<string> {
  const { status, body } = await send(more);
  expect(status).toBe(400);
  return body.error;
}

const contexts = ({ results }: Found) => results.map(({ context }) => context);

describe('[SEARCH-3] search_modalities', () => {
  it.each([
    ['speech_lexical', 3],
    ['ocr_lexical', 1],
    ['general_content', 4],
    ['speech', 3],
    ['scene_text', 1],
  ])('%s searches where its name says: %i results', async (name, count) => {
    const found = await search({ search_modalities: [name] });
    expect(found.total).toBe(count);
    expect(contexts(found).includes('FERRY TIMES')).toBe(!name.startsWith('speech'));
  });

  it('doc_lexical searches titles and metadata, with scope file only', async () => {
    const papers = await makeCollection(service, 'papers', 'metadata');
    await addFilm(service, papers, { filename: 'log.mp4', metadata: { place: 'Harbour' } });
    const found = async (query: string, where = collection) => {
      const wish = { scope: 'file', query, collections: [where], search_modalities: ['doc_lexical'] };
      return (await search(wish)).results.map(({ filename }) => filename);
    };
    expect(await found('harbour', papers)).toEqual(['log.mp4']);
    expect(await found('one')).toEqual(['one.mp4']);
    expect(await found('ferry')).toEqual([]);
    expect(await refusal({ search_modalities: ['doc_lexical'] })).toMatch(/search_modalities.*scope file/);
  });

  it('are at most five, and none but those named', async () => {
    const six = ['speech', 'scene_text', 'audio_description', 'ocr_lexical', 'speech_lexical', 'tag_lexical'];
    expect(await refusal({ search_modalities: six })).toMatch(/search_modalities.*at most 5/);
    expect((await search({ search_modalities: six.slice(1) })).total).toBe(4);
    expect(await refusal({ search_modalities: ['smell'] })).toMatch(/search_modalities\[0\].*tag_semantic/);
    expect(await refusal({ search_modalities: [] })).toMatch(/search_modalities/);
  });

  it('tag_lexical finds what has a tag with these words, and names the tag', async () => {
    const found = await search({ query: 'departure', search_modalities: ['tag_lexical'] });
    expect(found.results).toMatchObject([
      {
        type: 'segment',
        segment_id: one.segment_ids[0],
        start_time: 0,
        end_time: 20,
        tag: { id: expect.any(String), label: 'mood', value: 'hopeful departure' },
      },
    ]);
    expect(found.results[0]).not.toHaveProperty('context');
    expect((await search({ query: 'sailboats', search_modalities: ['tag_lexical'] })).results).toEqual([]);
  });

  it('tag_semantic also finds similar words in a tag, with a lower score', async () => {
    const like = await search({ query: 'sailboats saling', search_modalities: ['tag_semantic'] });
    expect(like.results).toMatchObject([{ segment_id: two.segment_ids[1], tag: { value: 'sailing' } }]);
    const exact = await search({ query: 'sailing', search_modalities: ['tag_semantic'] });
    expect(exact.results[0]?.score).toBeGreaterThan(like.results[0]?.score ?? 1);
    expect((await search({ query: 'ferry', search_modalities: ['tag_semantic'] })).results).toEqual([]);
  });

  it('find files by their own tags and by those of their segments', async () => {
    const named = async (query: string) =>
      (await search({ scope: 'file', query, search_modalities: ['tag_lexical'] })).results.map(
        ({ filename, tag: found }) => [filename, found?.label],
      );
    expect(await named('guard')).toEqual([['two.mov', 'owner']]);
    expect(await named('sailing')).toEqual([['two.mov', 'topic']]);
  });

  it('together return one result for what both find', async () => {
    const found = await search({
      query: 'ferry departure',
      search_modalities: ['speech_lexical', 'tag_lexical'],
    });
    const both = found.results.filter(({ segment_id }) => segment_id === one.segment_ids[0]);
    expect(both).toMatchObject([{ context: 'The ferry leaves at noon.', tag: { label: 'mood' } }]);
  });
});

describe('[SEARCH-3] label_filters', () => {
  const tagged = (label_filters: string[], query = 'sailing departure') =>
    search({ query, search_modalities: ['tag_lexical'], label_filters });

  it('restrict the tag modalities to labels', async () => {
    expect((await tagged(['topic', 'mood'])).total).toBe(2);
    expect((await tagged(['topic'])).results.map(({ tag: found }) => found?.label)).toEqual(['topic']);
    expect((await tagged(['nothing'])).results).toEqual([]);
  });

  it('are only for the tag modalities', async () => {
    expect(await refusal({ label_filters: ['topic'] })).toMatch(/label_filters.*tag_semantic/);
    expect(await refusal({ label_filters: ['topic'], search_modalities: ['speech'] })).toMatch(/tag_lexical/);
  });
});

describe('[SEARCH-3] threshold, filter and limit', () => {
  it('drop weaker results, those that do not meet the filter, and those beyond the limit', async () => {
    const all = await search({ query: 'ferry island' });
    const best = all.results[0]?.score ?? 0;
    expect((await search({ query: 'ferry island', threshold: best })).total).toBe(1);
    expect(await refusal({ threshold: 2 })).toMatch(/threshold/);
    const filter = { file: [{ path: 'filename', operator: 'Equal', valueText: 'one.mp4' }] };
    const met = await search({ filter });
    expect(new Set(met.results.map(({ filename }) => filename))).toEqual(new Set(['one.mp4']));
    const tagsMet = await search({ query: 'sailing', filter, search_modalities: ['tag_lexical'] });
    expect(tagsMet.results).toEqual([]);
    expect((await search({ limit: 1 })).results).toHaveLength(1);
    expect(await refusal({ filter: { colour: [] } })).toMatch(/filter\.colour.*metadata, video_info/);
  });
});

describe('[SEARCH-3] group_by_key file', () => {
  it('groups segments by file, best first', async () => {
    const found = await search({ group_by_key: 'file' });
    expect(found).toMatchObject({ group_by_key: 'file', total: 2, limit: 10 });
    for (const group of found.results) {
      expect(Object.keys(group).sort()).toEqual([
        'best_score',
        'file_id',
        'item_count',
        'matched_items',
        'type',
      ]);
      expect(group.type).toBe('segment_group');
      expect(group.item_count).toBe(group.matched_items.length);
      const scores = group.matched_items.map(({ score }) => score);
      expect(group.best_score).toBe(Math.max(...scores));
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(
        group.matched_items.every(({ file_id, type }) => file_id === group.file_id && type === 'segment'),
      ).toBe(true);
    }
    const best = found.results.map(({ best_score }) => best_score);
    expect(best).toEqual(best.toSorted((a, b) => b - a));
  });

  it('limits the groups, not their items', async () => {
    const found = await search({ group_by_key: 'file', limit: 1 });
    expect(found.results.map(({ item_count }) => item_count)).toEqual([2]);
  });

  it('sorts them by score or by item_count', async () => {
    const query = 'ferry island';
    const byScore = await search({ query, group_by_key: 'file', sort_by: 'score' });
    const byCount = await search({
      query,
      group_by_key: 'file',
      sort_by: 'item_count',
      search_modalities: ['speech'],
    });
    expect(byScore.results.map(({ file_id }) => file_id)).toEqual([two.file_id, one.file_id]);
    expect(byCount.results.map(({ file_id, item_count }) => [file_id, item_count])).toEqual([
      [one.file_id, 2],
      [two.file_id, 1],
    ]);
  });

  it('is not for scope file, and item_count only for groups', async () => {
    expect(await refusal({ scope: 'file', group_by_key: 'file' })).toMatch(/group_by_key.*scope file/);
    expect(await refusal({ sort_by: 'item_count' })).toMatch(/sort_by.*group_by_key/);
    expect(await refusal({ group_by_key: 'speaker' })).toMatch(/group_by_key/);
    expect(await refusal({ sort_by: 'name' })).toMatch(/sort_by.*score, item_count/);
  });
});

describe('[SEARCH-3] a segment result', () => {
  beforeAll(async () => {
    const { db } = service.context;
    const { account_id } = await db.selectFrom('files').select('account_id').executeTakeFirstOrThrow();
    const shared = { account_id, file_id: one.file_id, segment_id: one.segment_ids[0] };
    const keyframe = (time: number) => ({
      ...{
        ...shared,
        id: randomUUID(),
        time,
        type: 'keyframe' as const,
        object_key: `keyframes/${time}.jpg`,
      },
    });
    await db.insertInto('thumbnails').values([6, 3].map(keyframe)).execute();
  });

  it('has speech, scene_text, visual_description and keyframes from inside the segment', async () => {
    const { results } = await search({ query: 'noon' });
    expect(results).toMatchObject([
      {
        speech: [{ speaker: 'Ann', text: 'The ferry leaves at noon.', start_time: 4, end_time: 6 }],
        scene_text: [],
        visual_description: [],
        keyframes: [
          { time: 3, thumbnail_url: expect.stringContaining('/m/') },
          { time: 6, thumbnail_url: expect.stringContaining('/m/') },
        ],
      },
    ]);
    const last = await search({ query: 'last ferry' });
    expect(last.results[0]).toMatchObject({
      speech: [{ text: 'A ferry, a ferry, our last ferry.', start_time: 44 }],
      scene_text: [{ text: 'PIER FOUR', start_time: 46, end_time: 46 }],
      keyframes: [],
    });
  });

  it('has them in groups and when read again, and shows no deleted content', async () => {
    const made = await addFilm(service, collection, {
      filename: 'three.mp4',
      speech: [{ text: 'An otter swims by.', start: 1 }],
    });
    const found = await search({ query: 'otter', group_by_key: 'file' });
    expect(found.results[0]?.matched_items[0]?.speech).toMatchObject([{ text: 'An otter swims by.' }]);
    const again = async () => (await service.call('GET', `/search/${found.id}`)).body as unknown as Found;
    expect((await again()).results).toEqual(found.results);
    await service.call('DELETE', `/files/${made.file_id}`);
    expect((await again()).results[0]?.matched_items[0]?.speech).toBeUndefined();
  });

  it('has a summary and a generated_title made of quotes, as files do', async () => {
    const segment = (await search({ query: 'last ferry' })).results[0];
    expect(segment?.summary).toBe('“A ferry, a ferry, our last ferry.” On screen: “PIER FOUR”');
    expect(segment?.generated_title).toBe('PIER FOUR');
    const file = (await search({ scope: 'file', query: 'noon' })).results[0];
    expect(file?.summary).toBe(
      '[0:00:04] Ann: “The ferry leaves at noon.” [0:00:44] “A ferry, a ferry, our last ferry.” [0:00:46] On screen: “PIER FOUR”',
    );
    expect(file?.generated_title).toBe('PIER FOUR');
  });

  it('has the address of its film, which plays for who has it, for an hour or two', async () => {
    const { results } = await search({ scope: 'file' });
    const address = results.find(({ file_id }) => file_id === one.file_id)?.media_url ?? '';
    expect(address).toMatch(new RegExp(`/m/[^/]+/films/${one.file_id}/film\\.mp4$`));
    await service.context.objects.putBytes(`files/${one.file_id}/original`, 'the film');
    const { app } = service;
    const part = await app.request(address, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'film']);
    expect(part.headers.get('content-type')).toBe('video/mp4');
    expect(part.headers.get('content-security-policy')).toContain("default-src 'none'; media-src 'self'");
    expect((await app.request(address.replace(one.file_id, two.file_id))).status).toBe(403);
    expect((await app.request(address.replace('film.mp4', 'film.html'))).status).toBe(403);
    const seconds = Number(/max-age=(\d+)/.exec(part.headers.get('cache-control') ?? '')?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(3600);
    expect(seconds).toBeLessThanOrEqual(7200);
  });

  it('[DEEP-3] of a deep search has summary and generated_title too', async () => {
    const knowledge_base = { source: 'collections', collections: [collection] };
    const answer = await service.call('POST', '/deepSearch', { query: 'last ferry', knowledge_base });
    const { results } = answer.body as unknown as { results: FoundItem[] };
    expect(results.length).toBeGreaterThan(1);
    for (const result of results) {
      expect(result.summary).toMatch(/“.+”/);
      expect(result.generated_title).toMatch(/\S/);
      expect(result).not.toHaveProperty('speech');
    }
  });
});

describe('[SEARCH-3] scopes', () => {
  it('moment finds none while there are none, and checks its input', async () => {
    const moments = await makeCollection(service, 'moments', 'moments');
    const found = await search({ scope: 'moment', collections: [moments] });
    expect(found).toMatchObject({ scope: 'moment', results: [], total: 0 });
    expect((await send({ scope: 'moment', collections: [randomUUID()] })).status).toBe(404);
    expect(await refusal({ scope: 'moment', query: undefined })).toMatch(/query.*required/);
  });

  it('segment and file need a query, and existing collections', async () => {
    expect(await refusal({ query: undefined })).toMatch(/query.*required/);
    expect(await refusal({ query: '  ' })).toMatch(/query/);
    expect(await refusal({ query: 'a\0b' })).toMatch(/query.*NUL/);
    expect(await refusal({ collections: [] })).toMatch(/collections/);
    expect((await send({ collections: [randomUUID()] })).status).toBe(404);
  });

  it('are stored: listed, and read again page by page', async () => {
    const found = await search({});
    const page = (await service.call('GET', `/search/${found.id}?limit=2&offset=1`)).body as unknown as Found;
    expect(page).toMatchObject({ total: found.total, limit: 2, offset: 1 });
    expect(page.results).toEqual(found.results.slice(1, 3));
    const list = (await service.call('GET', '/search?limit=1')).body as unknown as { data: Found[] };
    expect(list.data[0]).toMatchObject({ id: found.id, total: found.total });
    expect(list.data[0]?.results[0]).not.toHaveProperty('speech');
    expect((await service.call('GET', `/search/${randomUUID()}`)).status).toBe(404);
  });
});
