import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeAudio, makeImage, makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const SPOKEN = 'WEBVTT\n\n00:00.500 --> 00:01.500\nThe lighthouse is lit.\n';
const MODALITIES = ['speech', 'scene_text', 'visual_scene_description', 'audio_description'] as const;

interface Described {
  segment_summary?: object[];
  speech?: object[];
  scene_text?: object[];
  visual_scene_description?: object[];
  audio_description?: { text: string }[];
  providers: Record<string, string>;
}

let service: TestService;
const files: Record<string, string> = {};
beforeAll(async () => {
  const speech = { providers: ['sidecar'] as const };
  service = await openTestService({ speech });
  const subtitles = new Blob([SPOKEN]);
  files.film = (await service.upload(await makeVideo(3), 'film.mp4', { subtitles })).body.id;
  files.sound = (await service.upload(await makeAudio(3), 'sound.wav', { subtitles })).body.id;
  files.image = (await service.upload(await makeImage(), 'image.png')).body.id;
  await service.drain();
});
afterAll(() => service.close());

let made = 0;
async function describeWith(config: object | undefined, file = 'film'): Promise<Described> {
  made += 1;
  const { body } = await service.call('POST', '/collections', {
    name: `flags ${made}`,
    collection_type: 'media-descriptions',
    ...(config && { describe_config: config }),
  });
  await service.call('POST', `/collections/${body.id}/media`, { file_id: files[file] });
  await service.drain();
  const where = `/collections/${body.id}/videos/${files[file]}`;
  expect((await service.call('GET', where)).body.status).toBe('completed');
  return JSON.parse((await service.call('GET', `${where}/media-descriptions`)).text) as Described;
}

const modalitiesIn = ({ providers }: Described) => Object.keys(providers).sort();

describe('the modalities that a collection configures', () => {
  it('are speech, text and scenes by default, with summaries of its segments', async () => {
    const plain = await describeWith(undefined);
    expect(modalitiesIn(plain)).toEqual(['scene_text', 'speech', 'visual_scene_description']);
    expect(plain.audio_description).toEqual([]);
    expect(plain.segment_summary).toHaveLength(1);
  });

  it.each(MODALITIES)('enable_%s switches one on and off, and only that one', async (modality) => {
    const all = Object.fromEntries(MODALITIES.map((name) => [`enable_${name}`, true]));
    const on = await describeWith(all);
    expect(modalitiesIn(on)).toEqual([...MODALITIES].sort());
    expect(on[modality]?.length).toBeGreaterThan(0);
    const off = await describeWith({ ...all, [`enable_${modality}`]: false });
    expect(modalitiesIn(off)).toEqual(MODALITIES.filter((name) => name !== modality).sort());
    expect(off[modality]).toEqual([]);
  });

  it('enable_summary leaves out the segment summaries, and nothing else', async () => {
    const off = await describeWith({ enable_summary: false });
    expect(off.segment_summary).toBeUndefined();
    expect(off.speech).toHaveLength(1);
  });

  it('[MEDIA-3] are audio ones for audio and visual ones for images, whatever is switched on', async () => {
    const all = Object.fromEntries(MODALITIES.map((name) => [`enable_${name}`, true]));
    const sound = await describeWith(all, 'sound');
    expect(modalitiesIn(sound)).toEqual(['audio_description', 'speech']);
    expect(sound.audio_description?.[0]?.text).toMatch(/EBU R128/);
    const image = await describeWith(all, 'image');
    expect(modalitiesIn(image)).toEqual(['scene_text', 'visual_scene_description']);
    expect(image.segment_summary).toEqual([]);
  });
});
