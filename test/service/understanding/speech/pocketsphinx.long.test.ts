import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readBacktrace } from '../../../../src/service/understanding/speech/pocketsphinx/backtrace.ts';
import { findPocketsphinx } from '../../../../src/service/understanding/speech/pocketsphinx/locate.ts';

import { toWav } from '../../../../src/service/understanding/voice-activity/wav.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { mix, narrate, type Sentence, silence, sound, toPcm, wordErrorRate } from '../narration.ts';

const it = needs('ffmpeg', 'pocketsphinx', 'pocketsphinx-en-us');

/** Three voices, and a pause of a second or more between two sentences. */
const SAID: Sentence[] = [
  ...say('slt', 2, 'This is the story of one night in a small harbor, and of the light that keeps it safe'),
  ...say('awb', 9, 'Twice a day the water fills the basin, and then the gates close'),
  ...say('rms', 15, 'The old church was built of stone and it can be seen from far away'),
  ...say('awb', 22, 'When fog comes in, a radar on the hill watches for ships'),
  ...say('slt', 29, 'I write one line in the book before I go home to sleep'),
];

function say(voice: Sentence['voice'], at: number, text: string): Sentence[] {
  return [{ voice, at, text }];
}

let service: TestService;
let collection: string;
beforeAll(async () => {
  const providers = ['sidecar', 'subtitle-track', 'pocketsphinx'] as const;
  service = await openTestService({ speech: { providers, pocketsphinx: true } });
  const body = {
    name: 'heard',
    collection_type: 'media-descriptions',
    describe_config: { enable_audio_description: true },
  };
  collection = (await service.call('POST', '/collections', body)).body.id;
});
afterAll(() => service.close());

interface Line {
  text: string;
  start: number;
  end: number;
  words: { word: string; start: number; end: number }[];
}
interface Description {
  speech: Line[];
  audio_description: Line[];
  providers: Record<string, string>;
}

async function understood(wav: Buffer, name: string): Promise<Description> {
  const { body } = await service.upload(wav, name);
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  await service.drain();
  const where = `/collections/${collection}/videos/${body.id}/media-descriptions?include_word_timestamps=true`;
  return JSON.parse((await service.call('GET', where)).text) as Description;
}

describe('narration without subtitles', () => {
  let told: Description;
  let ends: number[];
  beforeAll(async () => {
    if (!findPocketsphinx()) return;
    const narrated = await narrate(SAID, 34);
    ends = narrated.ends;
    told = await understood(narrated.wav, 'narration.wav');
  });

  it('is recognised with at most 15 % wrong words, and says how rough that is', () => {
    const heard = told.speech.map(({ text }) => text).join(' ');
    expect(wordErrorRate(SAID.map(({ text }) => text).join(' '), heard)).toBeLessThanOrEqual(0.15);
    expect(told.providers.speech).toMatch(/^pocketsphinx: Rough English/);
  });

  it('has the times at which it was spoken, for each word', () => {
    for (const [index, { at }] of SAID.entries()) {
      const inside = told.speech.filter(({ start, end }) => start < (ends[index] ?? 0) && end > at);
      expect(inside.length).toBeGreaterThan(0);
      expect(Math.abs((inside[0]?.start ?? 0) - at)).toBeLessThan(0.2);
      expect(Math.abs((inside.at(-1)?.end ?? 0) - (ends[index] ?? 0))).toBeLessThan(0.35);
    }
    const night = told.speech.flatMap(({ words }) => words).find(({ word }) => word === 'church');
    expect(night?.start).toBeGreaterThan(15.2);
    expect(night?.end).toBeLessThan(16.5);
  });

  it('is found by search, and its audio is described by measured facts', async () => {
    const found = await service.call('POST', '/search', {
      ...{ scope: 'segment', collections: [collection], query: 'church built of stone' },
    });
    expect(found.text).toMatch(/"start_time":15,"end_time":19/);
    expect(told.audio_description[0]?.text).toMatch(/^Loudness \(measured, EBU R128\): -\d+\.\d LUFS/);
    const speech = told.audio_description.filter(({ text }) => text.startsWith('Speech (measured'));
    expect(speech.reduce((sum, { start, end }) => sum + end - start, 0)).toBeGreaterThan(14);
    expect(told.providers.audio_description).toMatch(/^measured: Measured facts/);
  });
});

it('tones are not speech, and the result says so', async () => {
  const track = silence(6);
  mix(track, await sound("aevalsrc='0.2*exp(-2*mod(t,1))*(sin(2*PI*220*t)+sin(2*PI*277*t))':s=16000:d=6"), 0);
  const told = await understood(toWav(toPcm(track)), 'tones.wav');
  expect(told.speech).toEqual([]);
  expect(told.providers.speech).toMatch(/There is no speech in the audio\.$/);
  expect(told.audio_description.map(({ text }) => text.split(' (')[0])).toEqual([
    'Loudness',
    'Tones or music',
  ]);
});

describe('the output of pocketsphinx', () => {
  it('is parsed word by word, without silences and pronunciation marks', () => {
    const log = [
      'INFO: ngram_search.c(899): bestpath 0.00 CPU 0.000 xRT',
      'word                 start end   pprob ascr       lscr       lback',
      '<s>                  0     8     1.000 -156672    0          1  ',
      'the(2)               9     18    0.884 -129020    -30        3  ',
      'ferry                19    58    0.978 -914400    -544       2  ',
      '<sil>                59    69    0.769 -151552    -524288    2  ',
      '[NOISE]              70    79    0.500 -151552    -524288    2  ',
      'mm                   80    89    0.500 -151552    -500       2  ',
      'leaves               90    102   0.425 -1674244   -390       2  ',
    ].join('\n');
    expect(readBacktrace(log, 600)).toEqual([
      {
        word: 'the',
        start: 600.09,
        end: 600.19,
        posterior: 0.884,
        acoustic: expect.closeTo(-12.6, 1),
        order: 3,
      },
      {
        word: 'ferry',
        start: 600.19,
        end: 600.59,
        posterior: 0.978,
        acoustic: expect.closeTo(-22.32, 1),
        order: 2,
      },
      {
        word: 'leaves',
        start: 600.9,
        end: 601.03,
        posterior: 0.425,
        acoustic: expect.closeTo(-125.77, 1),
        order: 2,
      },
    ]);
    expect(readBacktrace('INFO: nothing', 0)).toEqual([]);
  });

  it('is not found if the program is not on the path', () => {
    expect(findPocketsphinx({ PATH: '/nowhere' })).toBeUndefined();
  });
});
