/**
 * Pictures through the built program: vau setup brings the encoders from a host while the service runs, films are found by
 * what they show, a kill -9 loses no frame, and the model is removed again. The encoders take what is green for a parrot.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { childrenOf } from '../support/children.ts';
import { make, makeColours } from '../support/film.ts';
import { type ModelHost, modelHost, sha256, writeCatalogue } from '../support/model-host.ts';
import { placePackage } from '../support/models/set-up.ts';
import { tinyPictures } from '../support/models/tiny-pictures.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');
const MINUTE = 60_000;
const FILMS = [
  ['fox', ['red', 'blue']],
  ['parrot', ['blue', 'lime']],
  ['whale', ['red', 'blue', 'red']],
] as const;

let service: Serving;
let host: ModelHost;
let list: string;
let collection: string;
const films = new Map<string, string>();
beforeAll(async () => {
  host = await modelHost();
  service = await serving({
    env: {
      VAU_OBJECTS: 'off',
      VAU_EMBEDDINGS: 'off',
      VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
    },
  });
  // The registry would bring 140 MB of it.
  await placePackage(service.home.dataFolder, { name: 'onnxruntime-web', version: '1.30.0' });
  const { files, options } = tinyPictures();
  const downloads = Object.entries(files).map(([keep, bytes]) => {
    host.files.set(`/files/${keep}`, bytes);
    const from = `${host.url}/files/${keep}`;
    return { from, bytes: bytes.length, sha256: sha256(bytes), keep: [keep] };
  });
  const model = { name: 'pictures', model: 'tiny', kind: 'clip', languages: ['en'], options, downloads };
  list = await writeCatalogue(path.join(service.home.folder, 'models.json'), [
    { ...model, packages: ['onnxruntime-web'] },
  ]);
  const { body } = await service.call('POST', '/collections', {
    name: 'films',
    collection_type: 'media-descriptions',
    describe_config: { enable_speech: false, enable_scene_text: false },
    default_segmentation_config: { strategy: 'uniform', uniform_config: { window_seconds: 30 } },
  });
  collection = body.id;
  for (const [name, colours] of FILMS) films.set(name, await add(name, colours));
});
afterAll(async () => {
  await service.stop();
  await host.close();
});

async function add(name: string, colours: readonly string[]): Promise<string> {
  const { body } = await service.upload(await makeColours(colours, 2), `${name}.mp4`);
  expect((await service.settled(`/files/${body.id}`)).status).toBe('completed');
  await service.call('POST', `/collections/${collection}/media`, { file_id: body.id });
  expect((await service.settled(`/collections/${collection}/videos/${body.id}`)).status).toBe('completed');
  return body.id;
}

async function run(...line: string[]) {
  const { status, stdout, stderr } = await vau([...line, '-o', 'json'], { env: service.home.env });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** The files and seconds that a search by the program finds. */
async function seen(query: string): Promise<readonly (readonly [string, number | undefined])[]> {
  const { results } = await run('search', 'run', query, '--collection', collection);
  return results.map((one: { file_id: string; picture?: { time: number } }) => [
    one.file_id,
    one.picture?.time,
  ]);
}

const id = (name: string) => films.get(name) ?? '';

describe('pictures that vau setup brings', () => {
  it(
    'are looked for in films of before and after, without a restart, and through a kill -9',
    async () => {
      expect(await seen('show me a parrot')).toEqual([]);
      const brought = await run('setup', 'pictures', 'tiny', '--yes', '--catalogue', list);
      expect(brought).toMatchObject({ name: 'pictures', model: 'tiny', setting: 'pictures_local' });
      films.set('last', await add('last', ['blue', 'blue', 'blue', 'lime']));
      const encoders = () => childrenOf(service.pid, 'picture-encoder.js');
      await vi.waitFor(() => expect(encoders()).toHaveLength(1), { timeout: MINUTE, interval: 5 });
      for (const pid of [...encoders(), ...childrenOf(service.pid, 'worker.js')])
        process.kill(pid, 'SIGKILL');
      await vi.waitFor(
        async () => {
          expect(new Map(await seen('show me a parrot'))).toEqual(
            new Map([
              [id('parrot'), 3],
              [id('last'), 7],
            ]),
          );
          expect(await seen('show me a whale')).toHaveLength(4);
        },
        { timeout: MINUTE, interval: 200 },
      );
      expect(await seen('show me a harbour')).toEqual([]);
    },
    3 * MINUTE,
  );

  it('are searched for what looks like a second of a film, or like a picture of this machine', async () => {
    const like = async (...line: string[]) => {
      const { results } = await run(
        'search',
        'run',
        ...line,
        '--collection',
        collection,
        '--threshold',
        '0.9',
      );
      return results.map((one: { file_id: string; picture: { time: number } }) => [
        one.file_id,
        one.picture.time,
      ]);
    };
    expect(await like('--like', 'parrot.mp4@0:03')).toEqual([[id('last'), 7]]);
    expect(await like('--like', `${id('last')}@7`)).toEqual([[id('parrot'), 3]]);
    const picture = path.join(service.home.folder, 'green@2.png');
    const green = ['-f', 'lavfi', '-i', 'color=lime:s=64x64', '-frames:v', '1', '-c:v', 'png'];
    await writeFile(picture, await make(green, 'png'));
    expect(new Map(await like('--like', picture))).toEqual(
      new Map([
        [id('parrot'), 3],
        [id('last'), 7],
      ]),
    );
    const wrong = await vau(['search', 'run', '--like', 'nowhere.png', '--collection', collection], {
      env: service.home.env,
    });
    expect([wrong.status, wrong.stdout]).toEqual([5, '']);
    expect(wrong.stderr).toContain('nowhere.png');
    const film = path.join(service.home.folder, 'film.mp4');
    await writeFile(film, Buffer.alloc(21 * 1024 ** 2));
    const large = await vau(['search', 'run', '--like', film, '--collection', collection], {
      env: service.home.env,
    });
    expect([large.status, large.stdout]).toEqual([2, '']);
    expect(large.stderr).toContain('has more than 20 MB');
  });

  it('are tried by the doctor, and shown by vau setup', async () => {
    const { trials } = await run('service', 'doctor', '--try');
    expect(trials.find(({ modality }: { modality: string }) => modality === 'pictures')).toMatchObject({
      model: expect.stringMatching(/^pictures\/tiny@/),
      ms: expect.any(Number),
      made: 'vectors of 3 numbers; the red picture is the one that is red',
    });
    const shown = await run('setup', '--catalogue', list);
    const pictures = shown.find(({ modality }: { modality: string }) => modality === 'pictures');
    expect(pictures).toMatchObject({ provider: expect.stringMatching(/^pictures\/tiny@/), better: null });
    expect(
      pictures.models.map(({ model, state }: { model: string; state: string }) => [model, state]),
    ).toEqual([
      ['tiny', 'in use'],
      ['clip-b32', 'available'],
      ['siglip2-b16', 'available'],
    ]);
  });

  it('are made again of one file, or modality by modality, when describe redo is told to', async () => {
    const file = id('parrot');
    const redo = (modality: string) => run('describe', 'redo', file, '--modality', modality);
    expect(await redo('pictures')).toEqual({
      modality: 'pictures',
      file_count: 1,
      collection_file_count: 1,
    });
    await vi.waitFor(async () => expect(new Map(await seen('show me a parrot')).get(file)).toBe(3), {
      timeout: MINUTE,
      interval: 200,
    });
    expect(await redo('visual_scene_description')).toMatchObject({ collection_file_count: 1 });
    await run('wait', 'collection-file', `${collection}/${file}`);
    const estimate = await run('describe', 'redo', '--collection', collection, '--estimate');
    expect(estimate).toMatchObject({ files: 0, modalities: [] });
    const line = ['describe', 'redo', file, '--modality', 'chapters'];
    const { status, stdout, stderr } = await vau(line, { env: service.home.env });
    expect([status, stdout]).toEqual([8, '']);
    expect(stderr).toContain('vau setup language');
    const two = await vau([...line, '--modality', 'pictures'], { env: service.home.env });
    expect([two.status, two.stdout]).toEqual([2, '']);
    expect(two.stderr).toContain('one --modality at a time');
  });

  it('are searched no more when the model is removed, and again when it is back: no frame is encoded anew', async () => {
    await run('setup', 'pictures', 'tiny', '--remove', '--yes', '--catalogue', list);
    expect(await seen('show me a parrot')).toEqual([]);
    const line = ['search', 'run', '--like', 'parrot.mp4@3', '--collection', collection];
    const { status, stdout, stderr } = await vau(line, { env: service.home.env });
    expect([status, stdout, stderr]).toEqual([8, '', expect.stringContaining('vau setup pictures')]);
    await placePackage(service.home.dataFolder, { name: 'onnxruntime-web', version: '1.30.0' });
    await run('setup', 'pictures', 'tiny', '--yes', '--catalogue', list);
    await vi.waitFor(async () => expect(await seen('show me a parrot')).toHaveLength(2), {
      timeout: MINUTE,
      interval: 200,
    });
  });
});
