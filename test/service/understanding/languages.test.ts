import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeAudio } from '../../support/film.ts';
import { needs } from '../../support/programs.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const it = needs('ffmpeg');
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: ['sidecar'] } });
});
afterAll(() => service.close());

/** The description of sound with one subtitle. */
async function described(name: string, text: string, query = '') {
  const subtitles = new Blob([`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`]);
  const url = (await service.upload(await makeAudio(3), name, { subtitles })).body.uri;
  const { job_id } = (await service.call('POST', '/describe', { url })).body;
  await service.drain();
  return (await service.call('GET', `/describe/${job_id}${query}`)).body.data;
}

describe('the language of subtitles', () => {
  it('[SENSE-1] is recognised from their words, and undetermined if that is unclear', async () => {
    const german = 'Das Schiff fährt jeden Morgen um sieben Uhr nach Helsinki.';
    expect(await described('de.wav', german)).toMatchObject({ languages: { speech: 'de' } });
    expect(await described('fr.wav', 'Le bateau part tous les matins à sept heures.')).toMatchObject({
      languages: { speech: 'fr' },
    });
    expect(await described('und.wav', 'Hmm.')).toMatchObject({ languages: { speech: 'und' } });
  });

  it('is told beside a description as text too', async () => {
    const said = 'She closed the window because it had started to rain.';
    const whole = await described('en.wav', said, '?response_format=markdown');
    expect(whole).toMatchObject({ content: expect.any(String), languages: { speech: 'en' } });
    expect(whole.speech).toBeUndefined();
  });
});
