/** Which subtitles stand for the speech of a film, and when its sound is heard instead. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { TranscribeJob } from '../../../../src/contract/index.ts';
import { make, tempFolder } from '../../../media/support.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { narrate } from '../narration.ts';
import { type EndpointServer, openEndpoint } from './endpoint-server.ts';

const it = needs('ffmpeg');
const { at, drop } = await tempFolder();
const HEARD = 'heard by the recogniser';
const SECONDS = 6;

let endpoint: EndpointServer;
let hearing: TestService;
let deaf: TestService;
let wav: Buffer;

beforeAll(async () => {
  endpoint = await openEndpoint();
  endpoint.answer(() => ({ body: { text: HEARD } }));
  const url = `${endpoint.url}/v1`;
  const endpointSettings = { url, model: 'tiny', keyEnv: 'VAU_TEST_NO_KEY', timeoutSeconds: 10, retryMs: 1 };
  const speech = {
    providers: ['sidecar', 'subtitle-track', 'endpoint'] as const,
    endpoint: endpointSettings,
  };
  hearing = await openTestService({ speech });
  deaf = await openTestService({ speech: { providers: ['sidecar', 'subtitle-track'] } });
  wav = (await narrate([{ voice: 'slt', text: 'The ferry leaves at noon', at: 1 }], SECONDS)).wav;
  await writeFile(at('sound.wav'), wav);
});
afterAll(async () => {
  await hearing?.close();
  await deaf?.close();
  await endpoint?.close();
  await drop();
});

const cue = (text: string, from = '00:00:01,000', to = '00:00:02,000') => `1\n${from} --> ${to}\n${text}\n`;

/** A subtitle track: its text, its language, its title and its disposition. */
interface Track {
  readonly text: string;
  readonly language?: string;
  readonly title?: string;
  readonly disposition?: string;
}

let films = 0;
/** A film whose sound is in a language, with subtitle tracks. */
async function film(audio: string | undefined, tracks: readonly Track[]): Promise<string> {
  films += 1;
  const name = at(`film${films}.mkv`);
  const inputs: string[] = [];
  const output = ['-map', '0:a'];
  if (audio) output.push('-metadata:s:a:0', `language=${audio}`);
  for (const [index, { text, language, title, disposition }] of tracks.entries()) {
    const file = at(`film${films}-${index}.srt`);
    await writeFile(file, text);
    inputs.push('-f', 'srt', '-i', file);
    output.push('-map', `${index + 1}:s`, `-disposition:s:${index}`, disposition ?? '0');
    if (language) output.push(`-metadata:s:s:${index}`, `language=${language}`);
    if (title) output.push(`-metadata:s:s:${index}`, `title=${title}`);
  }
  await make('-i', at('sound.wav'), ...inputs, ...output, '-c:a', 'flac', '-c:s', 'srt', name);
  return name;
}

interface Fields {
  readonly subtitles?: Blob;
  readonly audio_language?: string;
}

/** What is said in a file, by whom and with which notes. */
async function said(service: TestService, media: string | Buffer, fields: Fields = {}) {
  const bytes = typeof media === 'string' ? await readFile(media) : media;
  const name = typeof media === 'string' ? 'film.mkv' : 'sound.wav';
  const uploaded = await service.upload(bytes, name, { ...fields });
  const { job_id } = (
    await service.call('POST', '/transcribe', { url: uploaded.body.uri, enable_summary: false })
  ).body;
  await service.drain();
  const { body } = await service.call('GET', `/transcribe/${job_id}`);
  const { data } = body as unknown as TranscribeJob;
  const lines = data?.speech?.map(({ text }) => text);
  const times = data?.speech?.map(({ start_time }) => start_time);
  return { lines, times, by: String(data?.providers?.speech) };
}

/** The same sound in other bytes: players skip what follows the samples. */
function otherSound(): Buffer {
  films += 1;
  return Buffer.concat([wav, Buffer.alloc(2 * films)]);
}

const ger = { text: cue('Die Fähre geht um zwölf.'), language: 'ger' };
const eng = { text: cue('The ferry leaves at noon.'), language: 'eng' };
const written = ['The ferry leaves at noon.'];

describe('subtitle tracks', () => {
  it('that are forced, by a flag or by their title, do not stand for the speech', async () => {
    const forced = await film('eng', [{ ...eng, disposition: 'forced' }]);
    expect(await said(hearing, forced)).toMatchObject({ lines: [HEARD] });
    expect((await said(deaf, forced)).lines).toEqual([]);
    const titled = await film('eng', [{ ...eng, title: 'English (Forced)', disposition: 'default' }]);
    expect(await said(hearing, titled)).toMatchObject({ lines: [HEARD] });
  });

  it('are taken in the language of the sound, whichever is the default one', async () => {
    const fre = { text: cue('Le bateau part à midi.'), language: 'fre' };
    const tracks = [{ ...ger, disposition: 'default' }, fre, { ...eng, language: 'en-US' }];
    expect(await said(hearing, await film('eng', tracks))).toMatchObject({ lines: written });
    expect((await said(hearing, await film(undefined, [ger, eng]))).lines).toEqual([
      'Die Fähre geht um zwölf.',
    ]);
    const french = await film(undefined, tracks);
    expect((await said(hearing, french, { audio_language: 'fr' })).lines).toEqual(['Le bateau part à midi.']);
  });

  it('that are a translation give way to a recogniser, and say what they are without one', async () => {
    const translated = await film('eng', [ger]);
    expect(await said(hearing, translated)).toMatchObject({ lines: [HEARD] });
    const { lines, by } = await said(deaf, translated);
    expect(lines).toEqual(['Die Fähre geht um zwölf.']);
    expect(by).toContain('subtitle-track');
    expect(by).toContain('The speech is a translation in German');
    expect(by).toContain('the audio is in English');
  });

  it('with all that is said go before those for people who do not hear, and before commentaries', async () => {
    const sdh = { text: cue('[HORN]'), language: 'eng', disposition: 'default+hearing_impaired' };
    const about = { text: cue('We shot this in May.'), language: 'eng', disposition: 'comment' };
    expect((await said(hearing, await film('eng', [sdh, about, eng]))).lines).toEqual(written);
    expect((await said(hearing, await film('eng', [about, sdh]))).lines).toEqual(['[HORN]']);
    const only = await film('eng', [about]);
    expect((await said(hearing, only)).lines).toEqual([HEARD]);
    expect((await said(deaf, only)).by).toContain('a commentary on the film');
  });

  it('that are empty leave the sound to the recogniser, and say so', async () => {
    const { lines, by } = await said(
      hearing,
      await film('eng', [{ ...eng, text: '1\n00:00:01,000 --> 00:00:02,000\n \n' }]),
    );
    expect(lines).toEqual([HEARD]);
    expect(by).toMatch(/^endpoint tiny: .*The subtitle track is empty\./);
  });
});

describe('subtitle files', () => {
  const given = (service: TestService, text: string) =>
    said(service, otherSound(), { subtitles: new Blob([text]) });

  it('counted from a whole hour are shifted, and say so', async () => {
    const text = cue('One', '10:00:01,200', '10:00:02,000') + cue('Two', '10:00:04,000', '10:00:05,000');
    const { lines, times, by } = await given(hearing, text);
    expect([lines, times]).toEqual([
      ['One', 'Two'],
      [1.2, 4],
    ]);
    expect(by).toContain('begin at 10 hours');
  });

  it('of another film leave the sound to the recogniser, and are named', async () => {
    for (const text of [
      cue('One', '00:20:01,000', '00:20:02,000'),
      cue('One', '10:20:01,000', '10:20:02,000'),
    ]) {
      const { lines, by } = await given(hearing, text);
      expect(lines).toEqual([HEARD]);
      expect(by).toContain('The subtitle file was not used, because its first cue starts after the end');
    }
    const { lines, by } = await given(deaf, cue('One', '00:20:01,000', '00:20:02,000'));
    expect(lines).toEqual([]);
    expect(by).toContain('The subtitle file was not used');
    expect((await given(hearing, cue(' '))).lines).toEqual([HEARD]);
  });

  it.each([
    ['words without times', 'nonsense\nnot a subtitle\n'],
    ['bytes of no text', '\x00\x01\x02\x03\ufffd\x07'],
    ['cues that end before they start', cue('Reverse.', '00:00:05,000', '00:00:04,000')],
  ])('with %s leave the sound to the recogniser, and say so', async (_, text) => {
    const { lines, by } = await given(hearing, text);
    expect(lines).toEqual([HEARD]);
    expect(by).toMatch(/^endpoint tiny: .*The subtitle file (?:has no valid cue|is not)/);
  });

  it('that fall through do so again for the same content, without another look', async () => {
    const [media, subtitles] = [otherSound(), new Blob([cue('One', '00:20:01,000', '00:20:02,000')])];
    const before = await said(hearing, media, { subtitles });
    expect(before.lines).toEqual([HEARD]);
    endpoint.asked.length = 0;
    expect(await said(hearing, media, { subtitles })).toEqual(before);
    expect(endpoint.asked).toEqual([]);
  });

  it('keep an arrow that is said, and count broken times', async () => {
    const broken = '2\n00:00:0x,000 --> 00:00:04,000\nlost\n';
    const { lines, by } = await given(hearing, `${cue('From A --> B\nA --> B')}\n${broken}`);
    expect(lines).toEqual(['From A --> B A --> B']);
    expect(by).toContain('1 cues of the subtitle file were invalid');
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nA --> B\n12:30 --> lunch\n';
    expect((await given(hearing, vtt)).lines).toEqual(['A --> B 12:30 --> lunch']);
  });

  it('that have few lines for a long film say how much of it they cover', async () => {
    await make('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '600', at('long.flac'));
    const long = await readFile(at('long.flac'));
    const { by } = await said(deaf, long, {
      subtitles: new Blob([cue('One', '00:00:01,000', '00:00:13,000')]),
    });
    expect(by).toContain('The subtitle file covers 0.2 of 10.0 minutes; the rest was not listened to.');
    const half = await said(deaf, long, {
      subtitles: new Blob([cue('One', '00:00:01,000', '00:01:01,000')]),
    });
    expect(half.by).not.toContain('covers');
  });
});
