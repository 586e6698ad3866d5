import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { makeAudio, makeImage, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';

const it = needs('ffmpeg');
const assets = path.join(import.meta.dirname, '../../../../assets');
const BOTH = '?include_chapters=true&include_shots=true';

let service: TestService;
let film: { id: string; uri: string };
let truth: { seconds: number; fps: number; cuts: { at: number; kind: 'cut' | 'fade' }[] };
beforeAll(async () => {
  const speech = { providers: ['sidecar', 'subtitle-track'] as const };
  service = await openTestService({ speech });
  truth = JSON.parse(await readFile(path.join(assets, 'film.json'), 'utf8'));
  const { body } = await service.upload(await readFile(path.join(assets, 'harbour.mp4')), 'harbour.mp4');
  film = { id: body.id, uri: body.uri };
});
afterAll(() => service.close());

/** Adds a file to a new collection and has it processed; returns the path of its descriptions. */
async function member(fileId: string, type: string, name: string, more: object = {}): Promise<string> {
  const sent = { name, collection_type: type, ...more };
  const { body } = await service.call('POST', '/collections', sent);
  await service.call('POST', `/collections/${body.id}/media`, { file_id: fileId });
  await service.drain();
  const where = `/collections/${body.id}/videos/${fileId}`;
  const { body: done } = await service.call('GET', where);
  expect({ status: done.status, error: done.error }).toEqual({ status: 'completed', error: undefined });
  return `${where}/${type}`;
}

async function read(where: string, query = ''): Promise<MediaDescription> {
  const answer = await service.call('GET', `${where}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as MediaDescription;
}

const kept = async () =>
  (
    await service.context.db.selectFrom('analysis_results').select(['analysis', 'created_at']).execute()
  ).filter(({ analysis }) => analysis === 'shots');

/** The shots are those of the film, numbered from 0 and without a gap. */
function expectShots({ shots = [] }: MediaDescription): void {
  expect(shots.map(({ index }) => index)).toEqual([...truth.cuts.keys(), truth.cuts.length]);
  for (const [index, { at, kind }] of truth.cuts.entries())
    expect(Math.abs((shots[index + 1]?.start_time ?? 0) - at)).toBeLessThan(
      kind === 'cut' ? 1.1 / truth.fps : 1,
    );
  for (const [index, { start_time }] of shots.entries())
    expect(start_time).toBe(index === 0 ? 0 : shots[index - 1]?.end_time);
  expect(shots.at(-1)?.end_time).toBeCloseTo(truth.seconds, 1);
}

function expectChapters({ chapters = [] }: MediaDescription): void {
  expect(chapters.length).toBeGreaterThan(1);
  expect(chapters.map(({ index }) => index)).toEqual([...chapters.keys()]);
  expect(chapters[0]?.start_time).toBe(0);
  expect(chapters.at(-1)?.end_time).toBeCloseTo(truth.seconds, 1);
  for (const { description } of chapters) expect(description).toMatch(/^“.+”/);
}

describe('shots and chapters', () => {
  let transcript: string;
  it('of a rich transcript are returned only on request', async () => {
    transcript = await member(film.id, 'rich-transcripts', 'transcripts');
    const plain = await read(transcript);
    expect(plain.shots ?? plain.chapters ?? plain.providers?.shots).toBeUndefined();
    const both = await read(transcript, BOTH);
    expectShots(both);
    expectChapters(both);
    expect(both.providers).toMatchObject({
      shots: 'shot-detector, detector adaptive',
      chapters: expect.stringContaining('narrative'),
    });
    expect((await read(transcript, '?include_shots=true')).chapters).toBeUndefined();
  });

  it('are found once per content: other collections and jobs reuse them', async () => {
    const before = await kept();
    expect(before).toHaveLength(1);
    const again = await service.upload(await readFile(path.join(assets, 'harbour.mp4')), 'copy.mp4');
    const where = await member(again.body.id, 'rich-transcripts', 'again');
    expectShots(await read(where, BOTH));
    expect(await kept()).toEqual(before);
  });

  it('of a media description come out of the visual pass for text and scenes', async () => {
    const { body } = await service.upload(await makeVideo(4), 'one-shot.mp4');
    const where = await member(body.id, 'media-descriptions', 'descriptions');
    const { shots, chapters, providers } = await read(where, BOTH);
    expect(shots).toEqual([{ index: 0, start_time: 0, end_time: 4 }]);
    // The test picture counts the seconds in digits, which are read as text and say nothing.
    expect(chapters).toMatchObject([{ index: 0, start_time: 0, end_time: 4 }]);
    expect(chapters?.[0]?.description).toMatch(/^Evenly lit picture, /);
    expect(providers?.chapters).toContain('narrative');
  });

  it('keep their numbers in a window, which includes what overlaps it', async () => {
    const whole = await read(transcript, BOTH);
    const { start_time = 0, end_time = 0 } = whole.shots?.[2] ?? {};
    const inside = await read(
      transcript,
      `${BOTH}&start_time_seconds=${start_time}&end_time_seconds=${end_time}`,
    );
    expect(inside.shots?.map(({ index }) => index)).toEqual([2]);
    expect(inside.chapters?.length).toBeLessThan(whole.chapters?.length ?? 0);
    expect(inside.total_chapters).toBe(whole.chapters?.length);
    const [first] = inside.chapters ?? [];
    expect(whole.chapters?.[first?.index ?? -1]).toEqual(first);
    const middle = (start_time + end_time) / 2;
    const across = await read(
      transcript,
      `${BOTH}&start_time_seconds=${middle}&end_time_seconds=${end_time + 0.1}`,
    );
    expect(across.shots?.map(({ index }) => index)).toEqual([2, 3]);
  });

  it('are in Markdown too, chapters with the titles that the media has', async () => {
    const { content = '' } = await read(transcript, `${BOTH}&response_format=markdown`);
    expect(content).toMatch(/## Chapters\n\n- \[0:00:00 – 0:00:\d\d\] Nightfall: “/);
    expect(content).toMatch(/## Shots\n\n- \[00:00:00\.000 – 00:00:\d\d\.\d{3}\] Shot 1\n/);
  });

  it('of a describe job are returned whatever modalities were requested', async () => {
    const config = { enable_scene_text: false, enable_visual_scene_description: false };
    const { text } = await service.call('POST', '/describe', { url: film.uri, ...config });
    await service.drain();
    const job = JSON.parse((await service.call('GET', `/describe/${JSON.parse(text).job_id}${BOTH}`)).text);
    expectShots(job);
    expectChapters(job);
    expect(job).toMatchObject({ total_shots: job.shots.length, total_chapters: job.chapters.length });
    expect(Object.keys(job.data)).not.toContain('shots');
    expect(Object.keys(job.data)).not.toContain('chapters');
    expect(await kept()).toHaveLength(2);
  });

  it('do not exist for an image, and audio has no shots', async () => {
    const picture = (await service.upload(await makeImage(), 'still.png')).body.id;
    const still = await read(await member(picture, 'media-descriptions', 'pictures'), BOTH);
    expect(still).toMatchObject({ shots: [], chapters: [] });
    expect(still.providers?.chapters).toBe('none: an image has no chapters');
    const subtitles = new Blob([
      'WEBVTT\n\n00:01.000 --> 00:03.000\nThe ferry leaves.\n\n00:07.000 --> 00:09.000\nNobody was on board.\n',
    ]);
    const sound = (await service.upload(await makeAudio(10), 'sound.wav', { subtitles })).body.id;
    const heard = await read(await member(sound, 'rich-transcripts', 'sounds'), BOTH);
    expect(heard.shots).toEqual([]);
    expect(heard.providers?.shots).toBe('none: there is no video');
    expect(heard.chapters?.[0]).toMatchObject({ index: 0, start_time: 0 });
    expect(heard.chapters?.at(-1)?.end_time).toBeCloseTo(10, 1);
  });

  it('are deleted with the collection file', async () => {
    const collection = await makeCollection(service, 'short-lived', 'rich-transcripts');
    await service.call('POST', `/collections/${collection}/media`, { file_id: film.id });
    await service.drain();
    const rows = () =>
      service.context.db
        .selectFrom('collection_file_structures')
        .select('file_id')
        .where('collection_id', '=', collection)
        .execute();
    expect(await rows()).toHaveLength(1);
    await service.call('DELETE', `/collections/${collection}/videos/${film.id}`);
    await service.drain();
    expect(await rows()).toEqual([]);
  });
});
