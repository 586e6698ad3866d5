import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { make, makeAudio, makeImage, startOfHarbour } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const assets = path.join(import.meta.dirname, '../../../../assets');

interface Line {
  text: string;
  start: number;
  end: number;
}

/** The length of the film's first three shots. */
const SECONDS = 22.36;

let service: TestService;
let harbour: string;
let collection: string;
let truth: { cuts: { at: number }[] };
beforeAll(async () => {
  service = await openTestService();
  truth = JSON.parse(await readFile(path.join(assets, 'film.json'), 'utf8'));
  harbour = (await service.upload(await startOfHarbour(SECONDS), 'harbour.mp4')).body.id;
  const made = { name: 'seen', collection_type: 'media-descriptions' };
  collection = (await service.call('POST', '/collections', made)).body.id;
  await service.call('POST', `/collections/${collection}/media`, { file_id: harbour });
  await service.drain();
});
afterAll(() => service.close());

async function described(file: string, query = '') {
  const where = `/collections/${collection}/videos/${file}/media-descriptions${query}`;
  const { body } = await service.call('GET', where);
  return body as unknown as { visual_scene_description?: Line[]; providers: Record<string, string> };
}

describe('scene description without a model', () => {
  it('[MEDIA-3] states measured facts of each shot, marked as such, with its on-screen text', async () => {
    const { visual_scene_description: scenes = [], providers } = await described(harbour);
    expect(providers.visual_scene_description).toMatch(/^picture-facts: Measured facts only/);
    const starts = scenes.map(({ start }) => start);
    for (const { at } of truth.cuts.filter((cut) => cut.at < SECONDS))
      expect(Math.min(...starts.map((start) => Math.abs(start - at)))).toBeLessThan(1);
    expect(scenes.at(-1)?.end).toBeCloseTo(SECONDS, 0);
    for (const { text, start, end } of scenes) {
      expect(text).toMatch(/^(Very dark|Dark|Evenly lit|Bright|Very bright) picture/);
      expect(text).toMatch(/(still|movement)\. (A|Part of a) shot of [\d.]+ seconds\./);
      expect(end).toBeGreaterThan(start);
    }
    expect(scenes[1]?.text).toMatch(/On screen: .*“BUILT IN 1862”/);
  });

  it('says once what stays as it was', async () => {
    const still = await make(['-f', 'lavfi', '-i', 'color=c=0x207040:s=160x90:r=5:d=95'], 'mp4');
    const file = (await service.upload(still, 'still.mp4')).body.id;
    await service.call('POST', `/collections/${collection}/media`, { file_id: file });
    await service.drain();
    const { visual_scene_description: scenes = [] } = await described(file);
    expect(scenes).toMatchObject([
      { start: 0, text: expect.stringMatching(/still\. A shot of 95 seconds\.$/) },
    ]);
    expect(scenes[0]?.end).toBeCloseTo(95, 0);
  });

  it.each([
    ['smptebars', 'of many colours'],
    ['color=c=0x91c4d5', 'mostly pale blue'],
    ['color=c=0x5a7486', 'mostly grey-blue'],
    ['color=c=0xd5a291', 'mostly beige'],
    ['color=c=0xe07020', 'mostly orange'],
    ['color=c=0x8b4513', 'mostly brown'],
    ['color=c=red', 'mostly red'],
    ['color=c=orange', 'mostly orange'],
    ['color=c=yellow', 'mostly yellow'],
    ['color=c=lime', 'mostly green'],
    ['color=c=cyan', 'mostly turquoise'],
    ['color=c=blue', 'mostly blue'],
    ['color=c=navy', 'mostly dark blue'],
    ['color=c=purple', 'mostly purple'],
    ['color=c=magenta', 'mostly pink'],
    ['color=c=pink', 'mostly pink'],
  ])('names the colours of %s as people do', async (source, words) => {
    const still = await make(['-f', 'lavfi', '-i', `${source},scale=160:90`, '-frames:v', '1'], 'png');
    const file = (await service.upload(still, `${source.slice(-6)}.png`)).body.id;
    await service.call('POST', `/collections/${collection}/media`, { file_id: file });
    await service.drain();
    const { visual_scene_description: scenes = [] } = await described(file);
    expect(scenes.map(({ text }) => text).join(' ')).toContain(`picture, ${words}.`);
  });

  it('is found by its own modality, and by no other', async () => {
    const search = async (search_modalities: string[]) => {
      const sent = {
        query: 'evenly lit',
        scope: 'segment',
        collections: [collection],
        search_modalities,
      };
      const answer = await service.call('POST', '/search', sent);
      expect(answer.status).toBe(200);
      return (answer.body as unknown as { results: object[] }).results.length;
    };
    expect(await search(['visual_scene_description'])).toBeGreaterThan(0);
    expect(await search(['speech', 'scene_text'])).toBe(0);
  });

  it('[FILE-4] states colours and brightness of an image, and [MEDIA-3] nothing for audio', async () => {
    const image = (await service.upload(await makeImage(), 'still.png')).body.id;
    const sound = (await service.upload(await makeAudio(1), 'one.wav')).body.id;
    await service.drain();
    for (const file_id of [image, sound])
      await service.call('POST', `/collections/${collection}/media`, { file_id });
    await service.drain();
    const { visual_scene_description: scenes = [] } = await described(image);
    expect(scenes).toHaveLength(1);
    expect(scenes[0]?.text).toMatch(/picture, (mostly .+|of many colours)\.$/);
    const heard = await described(sound);
    expect(heard.visual_scene_description).toEqual([]);
    expect(heard.providers.visual_scene_description).toBeUndefined();
  });
});
