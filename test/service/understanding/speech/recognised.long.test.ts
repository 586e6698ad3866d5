/** What the default recogniser hears, through the service: one file, because it takes long to load. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { MediaDescription } from '../../../../src/contract/index.ts';
import { AAC, make } from '../../../support/film.ts';
import { needsHearing, setUpHearing } from '../../../support/models/hearing.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { extracted } from '../../resources/extracts/media.ts';
import { makeCollection } from '../../search/library.ts';
import { narrate } from '../narration.ts';

const it = await needsHearing();
const HEADER = 44;

let service: TestService;
let collection: string;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: ['moonshine'] } });
  await setUpHearing(service.dataDir);
  collection = await makeCollection(service, 'honest', 'media-descriptions');
});
afterAll(() => service.close());

async function understood(
  media: Buffer,
  name: string,
): Promise<(query?: string) => Promise<MediaDescription>> {
  const { id } = (await service.upload(media, name)).body;
  await service.call('POST', `/collections/${collection}/media`, { file_id: id });
  await service.drain();
  const where = `/collections/${collection}/videos/${id}/media-descriptions`;
  return async (query = '') =>
    (await service.call('GET', `${where}${query}`)).body as unknown as MediaDescription;
}

/** The same voice backwards: all the sounds of speech, and no word of English. */
function backwards(wav: Buffer): Buffer {
  const samples = wav.subarray(HEADER);
  const turned = Buffer.from(wav);
  for (let at = 0; at < samples.length; at += 2)
    turned.writeInt16LE(samples.readInt16LE(samples.length - 2 - at), HEADER + at);
  return turned;
}

const SAID = {
  voice: 'slt' as const,
  text: 'Twice a day the water fills the basin, and then the gates close',
  at: 0.5,
};

describe('recognised speech', () => {
  it('[SENSE-1] carries a confidence where it can be trusted', async () => {
    const { wav } = await narrate([SAID], 5);
    const { speech = [] } = await (await understood(wav, 'basin.wav'))();
    expect(speech.map(({ text }) => text).join(' ')).toContain('the water fills the basin');
    for (const { confidence, trusted } of speech) {
      expect(confidence).toBeGreaterThan(0.5);
      expect(trusted).toBeUndefined();
    }
  });

  it('has its own time where the sound starts after the picture', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=c=gray:s=160x90:r=5:d=9'];
    const late = ['-itsoffset', '4', '-f', 'lavfi', '-i', `flite=voice=slt:text='${SAID.text}'`];
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...AAC];
    const read = await understood(await make([...picture, ...late, ...codecs], 'mp4'), 'late.mp4');
    const { speech = [] } = await read();
    expect(speech.map(({ text }) => text).join(' ')).toContain('the water fills the basin');
    expect(speech[0]?.start).toBeGreaterThan(3.8);
    expect(speech[0]?.start).toBeLessThan(4.8);
  });

  it('[SENSE-1] [SENSE-2] of what is not English is left out of everything, and is marked where it is asked for', async () => {
    const { wav } = await narrate([SAID], 5);
    const read = await understood(backwards(wav), 'backwards.wav');
    const plain = await read();
    expect(plain.speech).toEqual([]);
    expect(JSON.stringify(plain.segment_summary)).not.toContain('“');
    expect(plain.providers?.speech).toContain(
      'None of the recognised words are shown, because they cannot be trusted: it may be another language, a song, music or noise.',
    );
    const { speech = [] } = await read('?include_untrusted=true');
    expect(speech.length).toBeGreaterThan(0);
    for (const line of speech) {
      expect(line).toMatchObject({
        trusted: false,
        doubt: expect.stringMatching(/^(music|noise|unclear|language)$/),
      });
      expect(line.confidence).toBeLessThan(0.5);
    }
    const markdown = await read('?include_untrusted=true&response_format=markdown');
    expect(markdown.content).toContain('not trusted');
    const [first] = speech;
    const found = await service.call('POST', '/search', {
      scope: 'file',
      collections: [collection],
      query: first?.text ?? '',
    });
    expect(found.body.results.map(({ filename }) => filename)).not.toContain('backwards.wav');
  });

  it('[SENSE-2] is none where the audio track is said to be in another language, and the result says why', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=d=2:sample_rate=16000', '-metadata:s:a:0', 'language=ger'];
    const read = await understood(await make([...tone, '-c:a', 'pcm_s16le'], 'mkv'), 'german.mkv');
    expect((await read()).providers?.speech).toBe(
      'moonshine moonshine-base: The audio is in German, and moonshine-base knows only English: nothing was recognised. vau setup speech parakeet-v3 brings 25 languages.',
    );
  });
});

it('a name of the vocabulary replaces a near miss, and says what was heard; search finds it', async () => {
  const collection = await makeCollection(service, 'names', 'media-descriptions');
  const text = 'In the afternoon Mister Quilter opened the new harbour in front of a large crowd';
  const { wav } = await narrate([{ voice: 'slt', text, at: 0.5 }], 7);
  const described = async (name: string, vocabulary?: string) => {
    const fields = vocabulary === undefined ? {} : { vocabulary };
    const { id } = (await service.upload(wav, name, fields)).body;
    await service.call('POST', `/collections/${collection}/media`, { file_id: id });
    await service.drain();
    const where = `/collections/${collection}/videos/${id}/media-descriptions`;
    const { speech = [] } = (await service.call('GET', where)).body as unknown as MediaDescription;
    return speech;
  };
  const plain = await described('plain.wav');
  expect(plain.map((line) => line.text).join(' ')).not.toContain('Kwilter');
  expect(plain.every(({ corrections }) => corrections === undefined)).toBe(true);
  const named = await described('named.wav', JSON.stringify(['Kwilter']));
  expect(named.map((line) => line.text).join(' ')).toContain('Kwilter');
  const [correction] = named.flatMap(({ corrections = [] }) => corrections);
  expect(correction).toMatchObject({ text: expect.stringContaining('Kwilter') });
  expect(plain.map((line) => line.text).join(' ')).toContain(correction?.heard);
  const body = { scope: 'file', collections: [collection], query: 'Kwilter' };
  const found = await service.call('POST', '/search', body);
  expect(found.body.results.map(({ filename }) => filename)).toEqual(['named.wav']);
});

it('is what entities come from, each at the time of its word', async () => {
  const text = 'the new engine costs twenty thousand dollars and it is on the mountain';
  const { wav } = await narrate([{ voice: 'slt', text, at: 2 }], 8);
  const { body } = await service.upload(wav, 'engine.wav');
  const properties = { price: { type: 'number' }, where: { enum: ['mountain', 'valley'] } };
  const schema = { type: 'object', properties };
  const job = await extracted(service, { url: body.uri, schema });
  expect(job.data?.segment_entities?.[0]?.entities).toEqual({ price: 20_000, where: 'mountain' });
  const [price, where] = job.data?.segment_entities?.[0]?.evidence ?? [];
  expect(price?.start_time).toBeGreaterThan(1.9);
  expect(where?.start_time).toBeGreaterThan(price?.end_time ?? 8);
  // How sure the recogniser is of what a value rests on.
  expect(price?.confidence).toBeGreaterThan(0.5);
  expect(job.data?.providers?.speech).toMatch(/^moonshine/);
});
