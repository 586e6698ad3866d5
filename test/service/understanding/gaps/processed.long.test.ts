import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest';
import type { Doubt } from '../../../../src/service/understanding/modalities/lines.ts';
import type { ModalityProvider } from '../../../../src/service/understanding/modalities/port.ts';
import { noSpeech } from '../../../../src/service/understanding/modalities/speech/none.ts';
import { recogniseSpeech } from '../../../../src/service/understanding/modalities/speech/recognise.ts';
import { damagedFilm } from '../../../support/damage.ts';
import { makeAudio, makeColours, startOfHarbour } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../narration.ts';

const it = needs('ffmpeg');

/** What the recogniser thinks of every chunk that it hears; undefined: there is none. */
let recogniser: 'trusts' | 'hears nothing' | Doubt | undefined;

const scripted: ModalityProvider<'speech'> = {
  modality: 'speech',
  plan: async (input) => ({
    provider: 'scripted',
    settings: { recogniser: recogniser ?? null },
    run: (signal) =>
      recogniseSpeech(
        input,
        {
          rules: { longest: 12, pause: 0.5 },
          parallel: 1,
          recognise: async ({ span: { start, end } }) => {
            const line = { start, end, text: 'Twice a day the water fills the basin.' };
            if (recogniser === 'trusts') return [line];
            return recogniser === 'hears nothing' ? [] : [{ ...line, doubt: recogniser as Doubt }];
          },
        },
        signal,
      ),
  }),
};

vi.mock('../../../../src/service/understanding/modalities/speech/sources.ts', async (original) => ({
  ...(await original<object>()),
  speechProvidersFor: () => [recogniser === undefined ? noSpeech : scripted],
}));

let service: TestService;
let collection: string;
let count = 0;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: [] } });
  collection = await makeCollection(service, 'films');
});
afterAll(() => service.close());
afterEach(() => {
  recogniser = undefined;
});

/** What a file says after it was processed. */
async function processed(media: Buffer, extension: string): Promise<Record<string, unknown>[]> {
  count += 1;
  const { id } = (await service.upload(media, `film-${count}.${extension}`)).body;
  await service.call('POST', `/collections/${collection}/media`, { file_id: id });
  await service.drain();
  const { body } = await service.call('GET', `/collections/${collection}/videos/${id}`);
  expect(body.status).toBe('completed');
  return (body as unknown as { gaps?: Record<string, unknown>[] }).gaps ?? [];
}

const spoken = async (at: number) =>
  (await narrate([{ voice: 'slt', text: 'Twice a day the water fills the basin', at }], at + 5)).wav;
const speech = (reason: string) => [expect.objectContaining({ modality: 'speech', reason })];

describe('what a file says of itself once it is processed', () => {
  it('that nothing was heard, without a recogniser', async () => {
    expect(await processed(await spoken(1), 'wav')).toEqual(speech('no_recogniser'));
  });

  it('that there is no audio or no speech, and that nobody missed it, without a recogniser too', async () => {
    expect(await processed(await makeColours(['red', 'blue']), 'mp4')).toEqual(speech('no_audio'));
    expect(await processed(await makeAudio(4), 'wav')).toEqual(speech('no_speech'));
    recogniser = 'trusts';
    expect(await processed(await makeAudio(5), 'wav')).toEqual(speech('no_speech'));
  });

  it('nothing, if all of it was heard', async () => {
    recogniser = 'trusts';
    expect(await processed(await spoken(1.2), 'wav')).toEqual([]);
  });

  it('that speech is in another language, from when to when', async () => {
    recogniser = 'language';
    const [gap] = await processed(await spoken(2), 'wav');
    expect(gap).toMatchObject({ reason: 'other_language', lines: 1 });
    const [span] = (gap?.spans ?? []) as { start_time: number; end_time: number }[];
    expect(Math.abs((span?.start_time ?? 0) - 2)).toBeLessThan(0.6);
    expect(gap?.text).toMatch(/^Speech that is not English from 0:0\d to 0:0\d was not understood/);
  });

  it('that lines are not trusted, and that voices gave no words', async () => {
    recogniser = 'unclear';
    expect(await processed(await spoken(1.4), 'wav')).toEqual(speech('not_trusted'));
    recogniser = 'hears nothing';
    expect(await processed(await spoken(1.6), 'wav')).toEqual(speech('no_words'));
  });

  it('that its audio or its picture is damaged, and where', async () => {
    recogniser = 'trusts';
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-damaged-'));
    const film = path.join(folder, 'film.mp4');
    await writeFile(film, await startOfHarbour(24));
    const damaged = (gaps: Record<string, unknown>[], modality: string) =>
      gaps.find((gap) => gap.modality === modality && gap.reason === 'damaged');
    const sound = damaged(await processed(await damagedFilm(film, 'a', 12, 20), 'mp4'), 'speech');
    expect(sound?.text).toMatch(
      /^The audio is damaged from 0:1\d to 0:[12]\d: what is said there may be missing/,
    );
    const picture = await processed(await damagedFilm(film, 'v', 10, 18), 'mp4');
    expect(damaged(picture, 'visual_scene_description')?.text).toMatch(
      /^The picture is damaged from 0:[01]\d/,
    );
    await rm(folder, { recursive: true });
  });

  it('the same of an extraction outside collections', async () => {
    const { uri } = (await service.upload(await spoken(1.8), 'outside.wav')).body;
    const { job_id } = (await service.call('POST', '/extract', { url: uri, prompt: 'people' })).body;
    await service.drain();
    const { body } = await service.call('GET', `/extract/${job_id}`);
    expect(body.status).toBe('not_applicable');
    expect(body.error).toMatch(/^no speech was heard/);
    expect(body).toMatchObject({
      gaps: [{ reason: 'no_recogniser', text: 'Nothing was heard: no recogniser.' }],
    });
  });
});
