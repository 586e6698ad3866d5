import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { requeueUnfinished } from '../../../../src/service/jobs/reconciler.ts';
import { makeAudio, makeImage, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { loseJobs } from '../../../support/store.ts';
import { makeSilentFilm } from '../segmentations/silent-film.ts';

const it = needs('ffmpeg');
const FILM = fileURLToPath(new URL('../../../../assets/harbour.mp4', import.meta.url));
const SUBTITLES = `WEBVTT

00:00:01.000 --> 00:00:02.500
<v Ada>The ferry leaves at noon.

00:00:04.000 --> 00:00:05.250
<v Ben>Nobody was on board.
`;
/** The default request here: without the picture. */
const QUICK = { enable_scene_text: false, enable_visual_scene_description: false };

interface Job {
  job_id: string;
  status: string;
  url: string;
  error?: string;
  segmentation_id?: string;
  describe_config: Record<string, boolean>;
  data?: {
    title: string;
    content?: string;
    speech?: { text: string; start_time: number; end_time: number; speaker?: string; words?: object[] }[];
    scene_text?: { text: string; start_time: number }[];
    audio_description?: { text: string }[];
    segment_summary?: { summary: string; start_time: number; end_time: number }[];
    providers: Record<string, string>;
  };
}

/** Times under their current and their former names. */
const times = (start: number, end: number) => ({ start_time: start, end_time: end, start, end });

let service: TestService;
let video: string;
beforeAll(async () => {
  const speech = { providers: ['sidecar', 'subtitle-track'] as const };
  service = await openTestService({ speech, allowPrivateAddresses: true });
  const subtitles = new Blob([SUBTITLES]);
  video = (await service.upload(await makeVideo(8), 'eight.mp4', { subtitles })).body.uri;
});
afterAll(() => service.close());

async function start(body: object): Promise<Job> {
  const answer = await service.call('POST', '/describe', body);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as Job;
}

async function get(id: string, query = ''): Promise<Job> {
  const answer = await service.call('GET', `/describe/${id}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as Job;
}

async function done(body: object): Promise<Job> {
  const { job_id } = await start(body);
  await service.drain();
  return get(job_id);
}

const events = async (from = 0) =>
  (await service.context.db.selectFrom('events').selectAll().orderBy('seq').execute())
    .slice(from)
    .filter(({ event_type }) => event_type.startsWith('describe.'))
    .map(({ event_type, payload }) => [event_type, JSON.parse(payload).job_id]);

describe('a describe job', () => {
  it('[FILE-10] accepts the uri of a file, goes through its states, and each is an event', async () => {
    const before = (await service.context.db.selectFrom('events').select('seq').execute()).length;
    const job = await start({ url: video, ...QUICK });
    expect(job).toMatchObject({ status: 'pending', url: video });
    expect(job.data).toBeUndefined();
    await service.drain();
    const ended = await get(job.job_id);
    expect(ended.status).toBe('completed');
    expect(ended.describe_config).toEqual({
      enable_summary: true,
      enable_speech: true,
      enable_scene_text: false,
      enable_visual_scene_description: false,
      enable_audio_description: false,
    });
    expect(ended.data?.speech).toEqual([
      { speaker: 'Ada', text: 'The ferry leaves at noon.', ...times(1, 2.5) },
      { speaker: 'Ben', text: 'Nobody was on board.', ...times(4, 5.25) },
    ]);
    expect(ended.data?.providers.speech).toBe('sidecar');
    expect(await events(before)).toEqual([
      ['describe.job.processing', job.job_id],
      ['describe.job.completed', job.job_id],
    ]);
  });

  it('accepts a URL, which becomes a file as with sync', async () => {
    const bytes = await makeAudio(2);
    const server: Server = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/two.wav`;
      const job = await done({ url, enable_audio_description: true });
      expect(job).toMatchObject({ status: 'completed', url, data: { title: 'Two' } });
      expect(job.data?.audio_description?.[0]?.text).toMatch(/EBU R128/);
      expect((await service.call('GET', '/files')).text).toContain('two.wav');
    } finally {
      server.close();
    }
  });

  it('of the film returns its subtitle track, to the letter and the millisecond', async () => {
    const { body } = await service.upload(await readFile(FILM), 'harbour.mp4');
    const { data } = await done({ url: body.uri, ...QUICK });
    const track = await readFile(FILM.replace('harbour.mp4', 'film.vtt'), 'utf8');
    const cues = [...track.matchAll(/00:(\d\d):(\d\d\.\d{3}) --> .*\n(?:<v [^>]*>)?(.*)/g)];
    expect(cues.length).toBeGreaterThan(10);
    expect(data?.speech?.map(({ text }) => text)).toEqual(cues.map((cue) => cue[3]));
    for (const [index, [, minutes, seconds]] of cues.entries())
      expect(data?.speech?.[index]?.start_time).toBeCloseTo(Number(minutes) * 60 + Number(seconds), 2);
    expect(data?.providers.speech).toBe('subtitle-track');
  });

  it('is segmented as requested: by a configuration, by an existing segmentation, or in windows of twenty seconds', async () => {
    const config = { strategy: 'uniform', uniform_config: { window_seconds: 4 } };
    const one = await done({ url: video, ...QUICK, segmentation_config: config });
    expect(one.data?.segment_summary?.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      [0, 4],
      [4, 8],
    ]);
    const two = await done({ url: video, ...QUICK, segmentation_id: one.segmentation_id });
    expect(two.data?.segment_summary).toEqual(one.data?.segment_summary);
    const three = await done({ url: video, ...QUICK });
    expect(three.data?.segment_summary).toHaveLength(1);
    const four = await done({ url: video, ...QUICK, enable_summary: false });
    expect(four.data?.segment_summary).toBeUndefined();
  });

  it('analyses only the requested modalities', async () => {
    const deaf = await done({ url: video, ...QUICK, enable_speech: false });
    expect(deaf.status).toBe('completed');
    expect(deaf.data?.speech).toEqual([]);
    expect(deaf.data?.providers).toEqual({});
    const all = await done({ url: video, enable_audio_description: true });
    expect(Object.keys(all.data?.providers ?? {}).sort()).toEqual([
      ...['audio_description', 'scene_text', 'speech', 'visual_scene_description'],
    ]);
    expect(all.data?.audio_description?.length).toBeGreaterThan(1);
  });

  it('of audio uses the audio, of an image the picture, and neither uses the other', async () => {
    const every = { enable_audio_description: true };
    const sound = (await service.upload(await makeAudio(3), 'three.wav')).body.uri;
    const heard = await done({ url: sound, ...every });
    expect(Object.keys(heard.data?.providers ?? {}).sort()).toEqual(['audio_description', 'speech']);
    expect(heard.data?.providers.speech).toMatch(/^none: There is no speech in the audio/);
    const image = (await service.upload(await makeImage(), 'still.png')).body.uri;
    const seen = await done({ url: image, ...every });
    expect(Object.keys(seen.data?.providers ?? {})).toEqual(['scene_text', 'visual_scene_description']);
    expect(seen).toMatchObject({ status: 'completed' });
  });

  it('of media without audio says so', async () => {
    const { body } = await service.upload(await makeSilentFilm(), 'mute.mp4');
    const job = await done({ url: body.uri, ...QUICK, enable_audio_description: true });
    expect(job.status).toBe('completed');
    expect(job.data?.audio_description).toEqual([]);
    expect(job.data?.providers.audio_description).toMatch(/The media has no audio\.$/);
  });
});

describe('the views of a describe job', () => {
  let id: string;
  beforeAll(async () => {
    id = (await done({ url: video, ...QUICK })).job_id;
  });

  it.each([
    ['speech_srt', /^1\n00:00:01,000 --> 00:00:02,765\nAda: The ferry leaves at noon\.\n\n2\n/],
    ['speech_vtt', /^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.500\n<v Ada>The ferry leaves at noon\.\n/],
    [
      'speech_ass',
      /^Dialogue: 0,0:00:01\.00,0:00:02\.76,Default,Ada,0,0,0,,Ada: The ferry leaves at noon\.$/m,
    ],
    ['speech_text', /^Ada: The ferry leaves at noon\.\nBen: Nobody was on board\.$/],
    ['speech_markdown', /^- \[0:00:01\] \*\*Ada:\*\* The ferry leaves at noon\./],
    ['markdown', /^# The ferry leaves at noon\n\n[^\n]+\n\n## Segments\n[\s\S]*## Speech\n\n- \[0:00:01\]/],
  ])('%s', async (form, expected) => {
    const { data } = await get(id, `?response_format=${form}`);
    expect(data?.content).toMatch(expected);
    expect(data?.speech).toBeUndefined();
    const list = JSON.parse((await service.call('GET', `/describe?response_format=${form}`)).text);
    expect(list.data.find(({ job_id }: Job) => job_id === id).data.content).toBe(data?.content);
  });

  it('show a window, some modalities, or what lies in both', async () => {
    const late = await get(id, '?start_time_seconds=3&end_time_seconds=6');
    expect(late.data?.speech?.map(({ speaker }) => speaker)).toEqual(['Ben']);
    const srt = await get(id, '?response_format=speech_srt&end_time_seconds=3');
    expect(srt.data?.content).not.toContain('Ben');
    expect(srt.data?.providers).toEqual({ speech: 'sidecar' });
    const one = await get(id, '?modalities=scene_text,audio_description');
    expect(one.data?.speech).toBeUndefined();
    expect(one.data).toMatchObject({ scene_text: [], audio_description: [] });
    const wrong = await service.call('GET', `/describe/${id}?start_time_seconds=6&end_time_seconds=3`);
    expect(wrong.status).toBe(400);
    expect(wrong.body.error).toMatch(/end_time_seconds must be above/);
  });
});

describe('describe jobs', () => {
  it('are listed by url, status and day, with and without data, and paged', async () => {
    const sound = (await service.upload(await makeAudio(5), 'five.wav')).body.uri;
    for (let count = 0; count < 3; count += 1) await start({ url: sound, ...QUICK });
    const list = async (query: string) => JSON.parse((await service.call('GET', `/describe?${query}`)).text);
    const url = `url=${encodeURIComponent(sound)}`;
    expect(await list(`${url}&status=pending`)).toMatchObject({ total: 3, limit: 20, offset: 0 });
    await service.drain();
    expect((await list(`${url}&status=pending`)).total).toBe(0);
    const page = await list(`${url}&limit=2&offset=1`);
    expect([page.total, page.data.length]).toEqual([3, 2]);
    expect(page.data[0].data.providers.speech).toMatch(/^none/);
    expect((await list(`${url}&include_data=false`)).data[0].data).toBeUndefined();
    expect((await list(`${url}&created_before=2020-01-01`)).total).toBe(0);
    expect((await list(`${url}&created_after=2020-01-01`)).total).toBe(3);
  });

  it('belong to their account, and are gone once deleted', async () => {
    const { job_id } = await done({ url: video, ...QUICK });
    const token = await strangerToken(service);
    const stranger = { authorization: `Bearer ${token}` };
    for (const method of ['GET', 'DELETE']) {
      const answer = await service.call(method, `/describe/${job_id}`, undefined, stranger);
      expect([answer.status, answer.body.error]).toEqual([404, `describe job ${job_id} was not found`]);
    }
    expect((await service.call('GET', '/describe', undefined, stranger)).body.total).toBe(0);
    const deleted = await service.call('DELETE', `/describe/${job_id}`);
    expect(JSON.parse(deleted.text)).toEqual({ id: job_id });
    expect((await service.call('GET', `/describe/${job_id}`)).status).toBe(404);
  });

  it('that are deleted before they run write nothing, and are deleted with their file', async () => {
    const sound = (await service.upload(await makeAudio(6), 'six.wav')).body;
    const one = await start({ url: sound.uri });
    await service.call('DELETE', `/describe/${one.job_id}`);
    const two = await start({ url: sound.uri });
    await service.drain();
    expect((await get(two.job_id)).status).toBe('completed');
    await service.call('DELETE', `/files/${sound.id}`);
    expect((await service.call('GET', `/describe/${two.job_id}`)).status).toBe(404);
    expect((await events()).flat()).not.toContain(one.job_id);
  });

  it('fail with their file, with a readable reason, and say so in an event', async () => {
    const broken = (await service.upload('no media at all', 'broken.mp4')).body.uri;
    const job = await done({ url: broken });
    expect(job.status).toBe('failed');
    expect(job.error).toMatch(/^the file failed: .{10}/);
    expect(await events()).toContainEqual(['describe.job.failed', job.job_id]);
    const again = await service.call('POST', '/describe', { url: broken });
    expect(again.status).toBe(409);
  });

  it.each([
    [{ url: 'vau://files/00000000-0000-4000-8000-000000000000' }, 404, /file .* was not found/],
    [{ url: 'ftp://host/file' }, 400, /url/],
    [{}, 400, /url/],
  ])('cannot be created from %o', async (body, status, message) => {
    const answer = await service.call('POST', '/describe', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(message);
  });

  it('left unfinished by a crash continue', async () => {
    const { job_id } = await start({ url: video, ...QUICK });
    await loseJobs(service.context, ({ kind }) => kind === 'describe.run');
    await service.drain();
    expect((await get(job_id)).status).toBe('pending');
    expect(await requeueUnfinished(service.context)).toBe(1);
    await service.drain();
    expect((await get(job_id)).status).toBe('completed');
  });
});
