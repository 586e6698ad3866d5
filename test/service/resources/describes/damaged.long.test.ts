import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { damagedFilm } from '../../../support/damage.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');
const FILM = fileURLToPath(new URL('../../../../assets/harbour.mp4', import.meta.url));
const EVERYTHING_MEASURED = {
  enable_speech: true,
  enable_scene_text: false,
  enable_visual_scene_description: true,
  enable_audio_description: true,
};

let service: TestService;
beforeAll(async () => {
  const speech = { providers: ['sidecar', 'subtitle-track'] as const };
  service = await openTestService({ speech });
});
afterAll(() => service.close());

/** What the description of a film says about how it was made, by modality. */
async function providersOf(film: Buffer, name: string): Promise<Record<string, string>> {
  const { body } = await service.upload(film, name);
  const started = await service.call('POST', '/describe', { url: body.uri, ...EVERYTHING_MEASURED });
  await service.drain();
  const { job_id } = JSON.parse(started.text) as { job_id: string };
  const job = JSON.parse((await service.call('GET', `/describe/${job_id}`)).text);
  expect(job.status, job.error).toBe('completed');
  return job.data.providers;
}

/** The first and last second in a note about damage. */
function stretch(note: string | undefined): number[] {
  const [, from = '', to = ''] = /damaged at about 0:00:(\d\d) to 0:00:(\d\d): /.exec(note ?? '') ?? [];
  return [from, to].map(Number);
}

describe('a film that the decoder can read only with errors', () => {
  it('is described, and what is said of its picture names the damaged time', async () => {
    const made = await providersOf(await damagedFilm(FILM, 'v', 20, 30), 'picture.mp4');
    const [from = 0, to = 0] = stretch(made.visual_scene_description);
    expect(Math.abs(from - 20)).toBeLessThan(3);
    expect(Math.abs(to - 30)).toBeLessThan(3);
    expect(made.audio_description).not.toContain('damaged');
  });

  it('names the damaged time of its sound', async () => {
    const made = await providersOf(await damagedFilm(FILM, 'a', 40, 50), 'sound.mp4');
    const [from = 0, to = 0] = stretch(made.audio_description);
    expect(Math.abs(from - 40)).toBeLessThan(3);
    expect(Math.abs(to - 50)).toBeLessThan(3);
    expect(made.visual_scene_description).not.toContain('damaged');
  });

  it('is described by the rest of it where its picture or its sound is damaged throughout', async () => {
    const blind = await providersOf(await damagedFilm(FILM, 'v', 0, 100), 'blind.mp4');
    expect(blind.visual_scene_description).toMatch(/no picture that could be analysed|picture is damaged/);
    expect(blind.audio_description).toMatch(/^measured: /);
    const deaf = await providersOf(await damagedFilm(FILM, 'a', 0, 100), 'deaf.mp4');
    expect(deaf.audio_description).toContain('The sound is damaged');
    expect(deaf.visual_scene_description).not.toContain('damaged');
  });
});
