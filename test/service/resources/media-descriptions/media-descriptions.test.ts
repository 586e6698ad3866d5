import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type Added, addFilm, type Film, makeCollection } from '../../search/library.ts';

let service: TestService;
let collection: string;
let film: Added;

const harbour: Film = {
  filename: 'harbour.mp4',
  speech: [
    {
      speaker: 'Ann',
      text: 'Welcome to the *northern* harbour.',
      start: 3,
      words: [{ word: 'Welcome', start: 3, end: 4 }],
    },
    { text: 'And goodbye.', start: 44 },
  ],
  scene_text: [{ text: 'Budget Review', time: 25, end: 30 }],
};

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  film = await addFilm(service, collection, harbour);
});

afterAll(() => service.close());

/** Times under their current and their former names. */
const times = (start: number, end: number) => ({ start_time: start, end_time: end, start, end });

async function read(query = '', where = collection, path = 'media-descriptions'): Promise<MediaDescription> {
  const answer = await service.call('GET', `/collections/${where}/videos/${film.file_id}/${path}${query}`);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body as unknown as MediaDescription;
}

describe('a media description', () => {
  it('returns speech and on-screen text with their times, and the providers', async () => {
    expect(await read()).toEqual({
      collection_id: collection,
      file_id: film.file_id,
      title: 'Harbour',
      segment_summary: [
        { summary: 'Ann: “Welcome to the *northern* harbour.”', start_time: 0, end_time: 20 },
        { summary: 'On screen: “Budget Review”', start_time: 20, end_time: 40 },
        { summary: '“And goodbye.”', start_time: 40, end_time: 60 },
      ],
      speech: [
        { speaker: 'Ann', text: 'Welcome to the *northern* harbour.', ...times(3, 5) },
        { text: 'And goodbye.', ...times(44, 46) },
      ],
      scene_text: [{ text: 'Budget Review', ...times(25, 30) }],
      visual_scene_description: [],
      audio_description: [],
      providers: { scene_text: 'tesseract.js 7', speech: 'sidecar' },
      languages: { scene_text: expect.any(String), speech: 'en' },
    });
  });

  it('keeps to the requested window and modalities', async () => {
    const window = await read('?start_time_seconds=20&end_time_seconds=40');
    expect(window).toMatchObject({ speech: [], scene_text: [{ text: 'Budget Review' }] });
    expect(window.segment_summary).toHaveLength(1);
    const spoken = await read('?modalities=speech');
    expect(spoken.speech).toHaveLength(2);
    expect(spoken).not.toHaveProperty('scene_text');
    expect(Object.keys(await read('?modalities[]=scene_text&modalities[]=audio_description'))).toEqual(
      expect.arrayContaining(['scene_text', 'audio_description']),
    );
  });

  it('shows words with their times only on request', async () => {
    expect((await read()).speech?.[0]).not.toHaveProperty('words');
    const { speech } = await read('?include_word_timestamps=true');
    expect(speech?.[0]?.words).toEqual([{ word: 'Welcome', ...times(3, 4) }]);
  });

  it('shows words with their times in Markdown too, and only the providers of what is shown', async () => {
    const markdown = '?response_format=markdown&include_word_timestamps=true&modalities=speech';
    const { content, providers } = await read(markdown);
    expect(content).toContain('harbour.\n  - 3.00 Welcome\n');
    expect(content).not.toContain('On screen');
    expect(providers).toEqual({ speech: 'sidecar' });
  });

  it('excludes what ends as the window starts or starts as it ends', async () => {
    const { speech } = await read('?start_time_seconds=5&end_time_seconds=44');
    expect(speech).toEqual([]);
    expect((await read('?start_time_seconds=4.9&end_time_seconds=44.1')).speech).toHaveLength(2);
  });

  it('has no segment summaries if its collection disables them', async () => {
    const sent = { name: 'plain', collection_type: 'media-descriptions' };
    const config = { describe_config: { enable_summary: false } };
    const { body } = await service.call('POST', '/collections', { ...sent, ...config });
    const { file_id } = await addFilm(service, body.id, harbour);
    const one = await service.call('GET', `/collections/${body.id}/videos/${file_id}/media-descriptions`);
    expect(one.body).not.toHaveProperty('segment_summary');
    const { body: list } = await service.call('GET', `/collections/${body.id}/media-descriptions`);
    expect(list.data[0]?.data).not.toHaveProperty('segment_summary');
    expect(list.data[0]?.data).toHaveProperty('speech');
  });

  it('is Markdown on request, with its words escaped', async () => {
    const { content, speech } = await read('?response_format=markdown');
    expect(speech).toBeUndefined();
    expect(content).toContain('# Harbour\n');
    expect(content).toContain('- [0:00:03] **Ann:** Welcome to the \\*northern\\* harbour.');
    expect(content).toContain('- [0:00:25] Budget Review');
  });

  it('is refused for a collection of another type, naming it', async () => {
    const transcripts = await makeCollection(service, 'transcripts', 'rich-transcripts');
    for (const path of [`videos/${film.file_id}/media-descriptions`, 'media-descriptions']) {
      const { status, body } = await service.call('GET', `/collections/${transcripts}/${path}`);
      expect(status).toBe(400);
      expect(body.error).toContain('rich-transcripts');
    }
    const own = `/collections/${transcripts}/videos/${film.file_id}/rich-transcripts`;
    expect((await service.call('GET', own)).status).toBe(404);
  });

  it('is refused for unknown ids and for a window that ends before it starts', async () => {
    const get = (path: string) => service.call('GET', path);
    const missing = randomUUID();
    expect((await get(`/collections/${missing}/media-descriptions`)).status).toBe(404);
    expect((await get(`/collections/${collection}/videos/${missing}/media-descriptions`)).status).toBe(404);
    const window = '?start_time_seconds=9&end_time_seconds=3';
    const backwards = await get(
      `/collections/${collection}/videos/${film.file_id}/media-descriptions${window}`,
    );
    expect(backwards).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('end_time_seconds') },
    });
  });
});

describe('lists of descriptions', () => {
  it('[LIST-1] page through a collection', async () => {
    const many = await makeCollection(service, 'many');
    const ids = [];
    for (const filename of ['c.mp4', 'a.mp4', 'b.mp4'])
      ids.push((await addFilm(service, many, { ...harbour, filename })).file_id);
    const seen: string[] = [];
    for (const offset of [0, 2]) {
      const path = `/collections/${many}/media-descriptions?limit=2&offset=${offset}&order=filename&sort=asc`;
      const { body } = await service.call('GET', path);
      expect(body).toMatchObject({ object: 'list', total: 3, limit: 2, offset });
      seen.push(...body.data.map(({ file_id }) => file_id));
    }
    expect(seen).toEqual([ids[1], ids[2], ids[0]]);
  });

  it('return rich transcripts of their own collections', async () => {
    const spoken = await makeCollection(service, 'spoken', 'rich-transcripts');
    const { file_id } = await addFilm(service, spoken, harbour);
    const { body } = await service.call('GET', `/collections/${spoken}/rich-transcripts`);
    expect(body.data).toMatchObject([
      { file_id, data: { speech: [{ speaker: 'Ann' }, { text: 'And goodbye.' }] } },
    ]);
  });
});
