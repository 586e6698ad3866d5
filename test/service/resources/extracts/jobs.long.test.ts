import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { ExtractJob } from '../../../../src/contract/index.ts';
import { requeueUnfinished } from '../../../../src/service/jobs/reconciler.ts';
import { makeAudio, makeImage } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { strangerToken, type TestService } from '../../../support/service.ts';
import { loseJobs } from '../../../support/store.ts';
import { ask, extracted, openWithFilm } from './media.ts';

const it = needs('ffmpeg', 'fonts');
let service: TestService;
let uri: string;
beforeAll(async () => {
  ({ service, uri } = await openWithFilm());
});
afterAll(() => service.close());

const WHOLE = { enable_video_level_entities: true, enable_segment_level_entities: false };
const start = (body: object) => ask<ExtractJob>(service, 'POST', '/extract', body);
const get = (id: string, query = '') => ask<ExtractJob>(service, 'GET', `/extract/${id}${query}`);
const list = (query: string) =>
  ask<{ object: string; data: ExtractJob[]; total: number; limit: number; offset: number }>(
    service,
    'GET',
    `/extract?${query}`,
  );

async function events(): Promise<[string, string][]> {
  const rows = await service.context.db.selectFrom('events').selectAll().orderBy('seq').execute();
  return rows
    .filter(({ event_type }) => event_type.startsWith('extract.'))
    .map(({ event_type, payload }) => [event_type, JSON.parse(payload).job_id]);
}

describe('an extraction job', () => {
  it('[EXT-3] [FILE-10] has entities of each segment, goes through its states, and each is an event', async () => {
    const job = await start({ url: uri, prompt: 'People and places' });
    expect(job).toMatchObject({ status: 'pending', url: uri, segmentation_id: expect.any(String) });
    expect(job.extract_config).toEqual({
      prompt: 'People and places',
      enable_video_level_entities: false,
      enable_segment_level_entities: true,
      enable_transcript_mode: false,
      enable_metadata_mode: false,
    });
    expect(job.data).toBeUndefined();
    await service.drain();
    const ended = await get(job.job_id);
    expect(ended).toMatchObject({ status: 'completed', total: 2, limit: 50, offset: 0 });
    expect(ended.data?.entities).toBeUndefined();
    expect(
      ended.data?.segment_entities?.map(({ start_time, end_time, entities }) => [
        start_time,
        end_time,
        entities,
      ]),
    ).toEqual([
      [0, 20, { people: ['Ada Byron', 'Maria Lopez', 'Ben'], places: ['Berlin'] }],
      [20, 40, { people: ['Ada Byron', 'Ben', 'Lopez'], places: [] }],
    ]);
    const own = (await events()).filter(([, id]) => id === job.job_id).map(([name]) => name);
    expect(own).toEqual(['extract.job.processing', 'extract.job.completed']);
  });

  it('[EXT-3] quotes where each entity was said or shown, and when', async () => {
    const job = await extracted(service, { url: uri, prompt: 'E-mail addresses and dates', ...WHOLE });
    expect(job.data?.entities).toEqual({
      emails: ['maria@example.com', 'press@globex.com'],
      dates: ['3 March 2024', 'tomorrow'],
    });
    expect(job.data?.segment_entities).toBeUndefined();
    expect(job.data?.evidence).toEqual([
      {
        path: 'emails[0]',
        quote: 'Write to maria@example.com or call +1 212 736 5000 tomorrow.',
        source: 'speech',
        start_time: 21,
        end_time: 25,
      },
      expect.objectContaining({ path: 'emails[1]', quote: 'press@globex.com', source: 'scene_text' }),
      expect.objectContaining({ path: 'dates[0]', value: '2024-03-03', start_time: 1 }),
      expect.objectContaining({ path: 'dates[1]', value: '2026-03-03', start_time: 21 }),
    ]);
    expect(job.data?.evidence?.[1]?.start_time).toBeGreaterThanOrEqual(20);
    expect(job.data?.providers?.entities).toMatch(
      /^typed-extractors: .*Relative dates refer to the recording date, 2026-03-02/,
    );
    expect(job.data?.providers?.speech).toBe('sidecar');
  });

  it('[EXT-3] reads only the speech, or the metadata too, as requested', async () => {
    const of = async (more: object) =>
      (await extracted(service, { url: uri, prompt: 'companies', ...WHOLE, ...more })).data?.entities;
    expect(await of({})).toEqual({ organizations: ['Acme Corporation', 'Globex Corporation'] });
    expect(await of({ enable_transcript_mode: true })).toEqual({ organizations: ['Acme Corporation'] });
    expect(await of({ enable_metadata_mode: true })).toEqual({
      organizations: ['Acme Corporation', 'Globex Corporation', 'Initech Corporation'],
    });
    const cut = await extracted(service, { url: uri, prompt: 'companies', enable_metadata_mode: true });
    expect(JSON.stringify(cut.data?.segment_entities)).not.toContain('Initech');
    expect(cut.data?.providers?.entities).toMatch(/Metadata belongs to the file/);
  });

  it('[SHAPE-1] refuses metadata mode together with transcript mode, and takes both levels at once', async () => {
    const modes = { enable_metadata_mode: true, enable_transcript_mode: true };
    const both = await service.call('POST', '/extract', { url: uri, prompt: 'companies', ...modes });
    expect(both.status).toBe(400);
    expect(both.body.error).toMatch(/enable_metadata_mode .*enable_transcript_mode/);
    const levels = { enable_video_level_entities: true, enable_segment_level_entities: true };
    const { data } = await extracted(service, { url: uri, prompt: 'companies', ...levels });
    expect(data?.entities).toBeDefined();
    expect(data?.segment_entities?.length).toBeGreaterThan(0);
  });

  it('[EXT-3] pages its segments, and returns thumbnails, chapters and shots on request', async () => {
    const segmentation_config = { strategy: 'uniform', uniform_config: { window_seconds: 5 } };
    const { job_id, ...plain } = await extracted(service, {
      url: uri,
      prompt: 'people',
      segmentation_config,
    });
    expect(plain).toMatchObject({ total: 8, limit: 50, offset: 0 });
    expect(JSON.stringify(plain)).not.toMatch(/thumbnail_url|chapters|shots/);
    const page = await get(job_id, '?limit=3&offset=4');
    expect(page).toMatchObject({ total: 8, limit: 3, offset: 4 });
    expect(page.data?.segment_entities?.map(({ start_time }) => start_time)).toEqual([20, 25, 30]);
    const full = await get(job_id, '?include_thumbnails=true&include_chapters=true&include_shots=true');
    expect(full.data?.thumbnail_url).toMatch(/^http.*thumbnail\.jpg$/);
    expect(full.data?.segment_entities?.every(({ thumbnail_url }) => thumbnail_url !== undefined)).toBe(true);
    expect(full.total_shots).toBe(full.shots?.length);
    expect(full.shots?.[0]).toMatchObject({ index: 0, start_time: 0 });
    expect(full.total_chapters).toBe(full.chapters?.length);
    const again = await extracted(service, {
      url: uri,
      prompt: 'dates',
      segmentation_id: plain.segmentation_id,
    });
    expect(again.total).toBe(8);
  });

  it('[EXT-3] of an image has entities of the whole image; without speech and text it does not apply', async () => {
    const sound = (await service.upload(await makeAudio(3), 'three.wav')).body.uri;
    const silent = await extracted(service, { url: sound, prompt: 'people' });
    expect(silent.status).toBe('not_applicable');
    expect(silent.error).toMatch(
      /^no speech was heard and no on-screen text was read .*; speech: There is no speech in the audio/,
    );
    expect(silent.data).toBeUndefined();
    expect(await events()).toContainEqual(['extract.job.completed', silent.job_id]);
    const image = (await service.upload(await makeImage(), 'still.png', { metadata: '{"by": "Jane Doe"}' }))
      .body.uri;
    const seen = await extracted(service, { url: image, prompt: 'people', enable_metadata_mode: true });
    expect(seen.data?.entities).toEqual({ people: ['Jane Doe'] });
    expect(seen.total).toBe(0);
  });

  it('[EXT-3] fails with its file, with a readable reason, and says so in an event', async () => {
    const broken = (await service.upload('no media at all', 'broken.mp4')).body.uri;
    const job = await extracted(service, { url: broken, prompt: 'people' });
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^the file failed: .{10}/),
    });
    expect(await events()).toContainEqual(['extract.job.failed', job.job_id]);
  });

  it('accepts a URL, which becomes a file as with sync', async () => {
    const bytes = await makeAudio(2);
    const server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/two.wav`;
      expect(await extracted(service, { url, prompt: 'people' })).toMatchObject({
        status: 'not_applicable',
        url,
      });
    } finally {
      server.close();
    }
  });
});

describe('extraction jobs', () => {
  it('[EXT-1] [EXT-2] are listed by url, status and day; limit is the number of items, and data can be left out', async () => {
    const sound = (await service.upload(await makeAudio(4), 'four.wav', { metadata: '{"by": "Jane Doe"}' }))
      .body.uri;
    const wish = { url: sound, prompt: 'people', ...WHOLE, enable_metadata_mode: true };
    for (let count = 0; count < 3; count += 1) await start(wish);
    const url = `url=${encodeURIComponent(sound)}`;
    expect(await list(`${url}&status=pending`)).toMatchObject({
      object: 'list',
      total: 3,
      limit: 3,
      offset: 0,
    });
    await service.drain();
    expect(await list(`${url}&status=pending`)).toMatchObject({ data: [], total: 0, limit: 0 });
    const page = await list(`${url}&status=completed&limit=2&offset=1`);
    expect([page.total, page.data.length, page.limit, page.offset]).toEqual([3, 2, 2, 1]);
    expect((await list(`${url}&limit=2&offset=2`)).limit).toBe(1);
    expect(page.data[0]?.data?.entities).toEqual({ people: ['Jane Doe'] });
    const bare = (await list(`${url}&include_data=false`)).data[0];
    expect(Object.keys(bare ?? {})).not.toContain('data');
    expect(bare?.extract_config.prompt).toBe('people');
    expect((await list(`${url}&created_before=2020-01-01`)).total).toBe(0);
    expect((await list(`${url}&created_after=2020-01-01`)).total).toBe(3);
  });

  it('[EXT-4] refuse pages of more than a hundred', async () => {
    const { job_id } = await start({ url: uri, prompt: 'people' });
    for (const where of ['/extract', `/extract/${job_id}`]) {
      expect((await service.call('GET', `${where}?limit=100`)).status).toBe(200);
      const answer = await service.call('GET', `${where}?limit=101`);
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/limit.*100/)]);
    }
  });

  it('belong to their account, and are gone once deleted', async () => {
    const { job_id } = await extracted(service, { url: uri, prompt: 'people' });
    const stranger = { authorization: `Bearer ${await strangerToken(service)}` };
    for (const method of ['GET', 'DELETE']) {
      const answer = await service.call(method, `/extract/${job_id}`, undefined, stranger);
      expect([answer.status, answer.body.error]).toEqual([404, `extraction job ${job_id} was not found`]);
    }
    expect((await service.call('GET', '/extract', undefined, stranger)).body.total).toBe(0);
    expect(await ask(service, 'DELETE', `/extract/${job_id}`)).toEqual({ id: job_id });
    expect((await service.call('GET', `/extract/${job_id}`)).status).toBe(404);
    await service.drain();
    const rows = await service.context.db
      .selectFrom('entities')
      .select('id')
      .where('extraction_id', '=', job_id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('that are deleted before they run write nothing, and are deleted with their file', async () => {
    const sound = (await service.upload(await makeAudio(6), 'six.wav')).body;
    const one = await start({ url: sound.uri, prompt: 'people' });
    await service.call('DELETE', `/extract/${one.job_id}`);
    const two = await start({ url: sound.uri, prompt: 'people' });
    await service.drain();
    expect((await get(two.job_id)).status).toBe('not_applicable');
    await service.call('DELETE', `/files/${sound.id}`);
    expect((await service.call('GET', `/extract/${two.job_id}`)).status).toBe(404);
    expect((await events()).flat()).not.toContain(one.job_id);
  });

  it('left unfinished by a crash continue', async () => {
    const { job_id } = await start({ url: uri, prompt: 'people' });
    await loseJobs(service.context, ({ kind }) => kind === 'extract.run');
    await service.drain();
    expect((await get(job_id)).status).toBe('pending');
    expect(await requeueUnfinished(service.context)).toBe(1);
    await service.drain();
    expect((await get(job_id)).status).toBe('completed');
  });

  it.each([
    [{ prompt: 'x', url: 'vau://files/00000000-0000-4000-8000-000000000000' }, 404, /file .* was not found/],
    [{ prompt: 'x', url: 'ftp://host/file' }, 400, /url/],
    [{ prompt: 'x' }, 400, /url/],
    [{ url: 'vau://files/00000000-0000-4000-8000-000000000000' }, 400, /prompt is required/],
    [
      { url: 'vau://files/x', prompt: 'x', enable_segment_level_entities: false },
      400,
      /enable_video_level_entities must be true/,
    ],
  ])('cannot be created from %o', async (body, status, message) => {
    const answer = await service.call('POST', '/extract', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(message);
  });
});
