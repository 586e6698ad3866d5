/** `vau setup NAME` of the built package, with a loopback server as the hosts of models and the npm registry. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runSimilar } from '../acceptance/in-process.ts';
import {
  bzipped,
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
import { emptyHome, type Home, vau } from '../support/vau.ts';

let home: Home;
let host: ModelHost;
let list: string;
/** Long enough to break in the middle. */
const model = Buffer.from('model '.repeat(40_000));
const engine = { name: '@test/engine', version: '1.0.0' };

beforeAll(async () => {
  host = await modelHost();
});
afterAll(() => host.close());
beforeEach(async () => {
  home = await emptyHome();
  host.files.clear();
  host.files.set('/files/model.bin', model);
  const archive = await packageOf({ 'package.json': '{"main":"a.js"}', 'a.js': 'exports.answer = 42;' });
  host.packages.set(engine.name, { version: engine.version, archive, integrity: integrity(archive) });
  Object.assign(host, { breaks: { after: 0, times: 0 }, ranges: true, token: undefined });
  host.arrived.length = 0;
  list = await offer();
});
afterEach(() => home.remove());

/** A catalogue with one model in one file, with these changes. */
function offer(change: object = {}, download: object = {}) {
  const tree = [
    { at: `node_modules/${engine.name}`, ...engine, integrity: host.packages.get(engine.name)?.integrity },
  ];
  const one = {
    from: `${host.url}/files/model.bin`,
    bytes: model.length,
    sha256: sha256(model),
    keep: ['m.bin'],
  };
  return writeCatalogue(
    path.join(home.folder, 'models.json'),
    [
      {
        name: 'speech',
        model: 'small',
        downloads: [{ ...one, ...download }],
        packages: [engine.name],
        ...change,
      },
    ],
    [{ ...engine, licence: 'MIT', bytes: 1000, tree }],
  );
}

const setup = (...words: string[]) =>
  vau(['setup', ...words, '--catalogue', list, '-o', 'json'], {
    env: {
      ...home.env,
      npm_config_registry: host.url,
      VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
    },
  });
const bring = (...words: string[]) => setup('speech', 'small', '--yes', ...words);
/** The same as many similar lines: with the binary in the long run only. */
const similar = (...words: string[]) =>
  runSimilar(home.folder, ['setup', ...words, '--catalogue', list, '-o', 'json'], {
    env: {
      ...home.env,
      npm_config_registry: host.url,
      VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
    },
  });
const bringSimilar = (...words: string[]) => similar('speech', 'small', '--yes', ...words);
/** Files below the data folder, without the lists of hashes. */
const kept = () => filesBelow(home.dataFolder);
const paths = () => host.arrived.map((one) => one.path);
const settings = async () =>
  JSON.parse(await readFile(path.join(home.dataFolder, 'service-config.json'), 'utf8'));
const engineFiles = [
  'entry.mjs',
  'installed.json',
  `node_modules/@test/engine/a.js`,
  `node_modules/@test/engine/package.json`,
].map((file) => `packages/@test+engine-1.0.0/${file}`);
const whole = [
  'models/speech/small/installed.json',
  'models/speech/small/m.bin',
  ...engineFiles,
  'service-config.json',
].sort();

describe('vau setup speech', () => {
  it('brings a model and its package, sets the service to use it, and removes both again', async () => {
    const { status, stdout, stderr } = await bring();
    expect(stderr).toContain('Licence MIT');
    expect(stderr).toMatch(/To fetch: about \d+ KiB/);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'speech',
      model: 'small',
      licence: 'MIT',
      bytes: model.length,
      setting: 'speech_local',
      folder: path.join(home.dataFolder, 'models/speech/small'),
    });
    expect(await kept()).toEqual(whole);
    expect(await settings()).toEqual({ speech_local: 'small' });
    const manifest = JSON.parse(await readFile(path.join(home.dataFolder, whole[0] ?? ''), 'utf8'));
    expect(manifest).toMatchObject({
      files: [{ path: 'm.bin', bytes: model.length, sha256: sha256(model) }],
      packages: [engine],
      source: `${host.url}/files/model.bin`,
    });
    expect((await stat(path.join(home.dataFolder, 'models/speech/small'))).mode & 0o077).toBe(0);
    const again = await setup('speech', '--remove', '--yes');
    expect(JSON.parse(again.stdout)).toEqual({
      name: 'speech',
      removed: ['small'],
      bytes: model.length,
      packages: ['@test/engine 1.0.0'],
    });
    expect(await kept()).toEqual(['service-config.json']);
    expect(await settings()).toEqual({});
    expect((await setup('speech', '--remove', '--yes')).status).toBe(1);
  });

  it('asks the registry only for what is missing', async () => {
    await bringSimilar();
    host.arrived.length = 0;
    expect((await bringSimilar()).status).toBe(0);
    expect(paths()).toEqual(['/files/model.bin']);
  });

  it('fetches nothing again that is whole and as the catalogue has it', async () => {
    const env = { ...home.env, npm_config_registry: host.url, VAU_CATALOGUE: list };
    const plain = (...words: string[]) =>
      vau(['setup', 'speech', 'small', '--yes', '-o', 'json', ...words], { env });
    const first = JSON.parse((await plain()).stdout);
    host.arrived.length = 0;
    const again = await plain();
    expect(again.stderr).toContain(`is there already, in ${first.folder}`);
    expect([JSON.parse(again.stdout), paths()]).toEqual([first, []]);

    // A flag says where to fetch it from.
    expect((await plain('--registry', host.url)).status).toBe(0);
    expect(paths()).toEqual(['/files/model.bin']);

    // Of the same size, but not what was fetched.
    host.arrived.length = 0;
    await writeFile(path.join(first.folder, 'm.bin'), Buffer.from(model).fill('x', 0, 1));
    expect((await plain()).status).toBe(0);
    expect(paths()).toEqual(['/files/model.bin']);
    expect(await readFile(path.join(first.folder, 'm.bin'))).toEqual(model);

    // The next release has another file under the same name.
    host.arrived.length = 0;
    const next = Buffer.from('better'.repeat(100));
    host.files.set('/files/model.bin', next);
    await offer({}, { sha256: sha256(next), bytes: next.length });
    expect((await plain()).status).toBe(0);
    expect(paths()).toEqual(['/files/model.bin']);
  });

  it('goes on with an interrupted download, also in another run', async () => {
    host.breaks = { after: 100_000, times: 1 };
    const { status, stderr } = await bring();
    expect(status, stderr).toBe(0);
    expect(
      host.arrived.filter((one) => one.path === '/files/model.bin').map((one) => one.headers.range),
    ).toEqual([undefined, expect.stringMatching(/^bytes=\d{4,}-$/)]);
    await setup('speech', '--remove', '--yes');
    host.breaks = { after: 20_000, times: 9 };
    const broken = await bring();
    expect(broken).toMatchObject({ status: 9, stdout: '' });
    expect(broken.stderr).toContain('the same command goes on there');
    expect((await kept()).filter((file) => !file.startsWith('downloads/'))).toEqual(['service-config.json']);
    host.breaks = { after: 0, times: 0 };
    host.arrived.length = 0;
    expect((await bring()).status).toBe(0);
    expect(host.arrived.at(-1)?.headers).toMatchObject({ range: expect.stringMatching(/^bytes=\d+-$/) });
    expect(await kept()).toEqual(whole);
  });

  it('begins again where the file has changed, or the host gives no ranges', async () => {
    host.breaks = { after: 100_000, times: 9 };
    await bringSimilar();
    host.breaks = { after: 0, times: 0 };
    host.ranges = false;
    expect((await bringSimilar()).status).toBe(0);
    expect(await kept()).toEqual(whole);
  });

  it('refuses a wrong checksum, and keeps nothing of it', async () => {
    host.files.set('/files/model.bin', Buffer.from(model).fill('x', 0, 1));
    const { status, stdout, stderr } = await bring();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('its hash differs');
    expect(stderr).toContain(sha256(model));
    expect(await kept()).toEqual([]);
  });

  it('notes a hash that nobody has published, and holds to it afterwards', async () => {
    list = await offer({}, { sha256: undefined });
    expect((await bringSimilar()).status).toBe(0);
    await similar('speech', '--remove', '--yes');
    host.files.set('/files/model.bin', Buffer.from(model).fill('x', 0, 1));
    const { status, stderr } = await bringSimilar();
    expect(status).toBe(1);
    expect(stderr).toMatch(/speech\/small\/model.bin is not the file that was fetched the first time/);
    expect(stderr).toContain('known-hashes.json');
    host.files.set('/files/model.bin', model);
    expect((await bringSimilar()).status).toBe(0);
  });

  it('asks npm where the registry wants the sign-in of npm, and refuses what npm brings like anything else', async () => {
    host.token = 'secret';
    const denied = await bring();
    expect(denied.status).toBe(9);
    expect(denied.stderr).toContain('status 401');
    await writeFile(path.join(home.folder, '.npmrc'), `//${new URL(host.url).host}/:_authToken=secret\n`);
    const right = host.packages.get(engine.name);
    const other = await packageOf({ 'package.json': '{}' });
    host.packages.set(engine.name, { version: '1.0.0', archive: other, integrity: integrity(other) });
    expect((await bring()).stderr).toContain('its hash differs');
    if (right) host.packages.set(engine.name, right);
    // What a killed vau left two days ago, and what another is about to fetch.
    const [old, fresh] = ['npm-old', 'npm-new'].map((name) => path.join(home.dataFolder, 'downloads', name));
    for (const folder of [old, fresh]) await mkdir(String(folder), { recursive: true });
    const then = Date.now() / 1_000 - 2 * 86_400;
    await utimes(String(old), then, then);
    const { status, stderr } = await bring();
    expect(status, stderr).toBe(0);
    expect([old, fresh].map((folder) => existsSync(String(folder)))).toEqual([false, true]);
    expect(paths()).toContain('/@test%2fengine');
    expect(await kept()).toEqual(whole);
  });

  it('refuses another package than the catalogue means, by what the registry says and by what it sends', async () => {
    const other = await packageOf({ 'package.json': '{}' });
    const right = host.packages.get(engine.name);
    host.packages.set(engine.name, { version: '1.0.0', archive: other, integrity: integrity(other) });
    const told = await bringSimilar();
    expect(told.stderr).toContain('publishes another @test/engine 1.0.0 than the catalogue means');
    expect(paths().filter((one) => one.endsWith('.tgz'))).toEqual([]);
    host.packages.set(engine.name, { version: '1.0.0', archive: other, integrity: right?.integrity ?? '' });
    expect((await bringSimilar()).stderr).toContain('its hash differs');
    expect(await kept()).toEqual([]);
  });

  it('leaves nothing of a package whose parts are fetched together, where one of them is refused', async () => {
    const parts = Array.from({ length: 8 }, (_, at) => `@test/part-${at}`);
    const archive = host.packages.get(engine.name)?.archive ?? Buffer.alloc(0);
    const tree = parts.map((name) => ({
      at: `node_modules/${name}`,
      name,
      version: '1.0.0',
      integrity: integrity(name === parts[2] ? Buffer.from('other') : archive),
    }));
    for (const one of tree) host.packages.set(one.name, { ...one, archive });
    const downloads = [{ from: `${host.url}/files/model.bin`, bytes: model.length, keep: ['m.bin'] }];
    list = await writeCatalogue(
      path.join(home.folder, 'models.json'),
      [{ name: 'speech', model: 'small', downloads, packages: [engine.name] }],
      [{ ...engine, licence: 'MIT', bytes: 1000, tree }],
    );
    const { status, stderr } = await bringSimilar();
    expect(status).toBe(1);
    expect(stderr).toContain('its hash differs');
    expect(await readdir(path.join(home.dataFolder, 'packages'))).toEqual([]);
  });

  it('refuses more than fits on the disk before anything is fetched', async () => {
    list = await offer({ disk: 1e15 });
    const { status, stderr } = await bringSimilar();
    expect(status).toBe(1);
    expect(stderr).toMatch(/has .* free; this needs 909 TiB/);
    expect(host.arrived).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('changes nothing where the licence is not accepted', async () => {
    const { status, stdout, stderr } = await similar('speech', 'small');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Add --yes to confirm');
    expect(host.arrived).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('says what to do on a closed network, and leaves nothing half there', async () => {
    list = await offer({}, { from: 'http://127.0.0.1:9/files/model.bin' });
    const { status, stdout, stderr } = await bring();
    expect({ status, stdout }).toEqual({ status: 9, stdout: '' });
    expect(stderr).toContain('http://127.0.0.1:9/files/model.bin could not be fetched');
    expect(stderr).toContain('--from FOLDER or --from URL');
    expect(await kept()).toEqual([]);
  });

  it('takes everything from a mirror, a folder or a file', async () => {
    list = await offer({}, { from: 'http://127.0.0.1:9/files/model.bin' });
    expect((await bring('--from', `${host.url}/files`)).status).toBe(0);
    expect(await kept()).toEqual(whole);
    const folder = path.join(home.folder, 'disk');
    await mkdir(folder);
    await writeFile(path.join(folder, 'model.bin'), model);
    await setup('speech', '--remove', '--yes');
    await writeFile(
      path.join(folder, 'test-engine-1.0.0.tgz'),
      host.packages.get(engine.name)?.archive ?? '',
    );
    host.arrived.length = 0;
    expect((await bring('--from', folder)).status).toBe(0);
    expect(host.arrived).toEqual([]);
    expect(await kept()).toEqual(whole);
    await setup('speech', '--remove', '--yes');
    expect((await bring('--from', path.join(folder, 'model.bin'))).status).toBe(0);
    expect(await kept()).toEqual(whole);
    expect((await readdir(folder)).sort()).toEqual(['model.bin', 'test-engine-1.0.0.tgz']);
    expect((await bring('--from', path.join(home.folder, 'nowhere'))).stderr).toContain('--from: ');
    await writeFile(path.join(folder, 'model.bin'), 'other');
    expect((await bring('--from', folder)).stderr).toContain('its hash differs');
    expect(await kept()).toEqual(whole);
  });

  it('refuses a file that is longer than its catalogue says', async () => {
    list = await offer({}, { bytes: 100 });
    expect((await bringSimilar()).stderr).toContain('is longer than the 100 B of the catalogue');
    expect(await kept()).toEqual([]);
  });

  it('shows what is there and what could be', async () => {
    const speech = async () => JSON.parse((await similar('show')).stdout)[1];
    const small = (all: { models: { model: string }[] }) => all.models.find((one) => one.model === 'small');
    expect(small(await speech())).toMatchObject({
      state: 'available',
      licence: 'MIT',
      download_bytes: model.length,
      speed: 'fast',
      quality: 'for tests',
      languages: ['en'],
      memory_bytes: 1000,
      command: 'vau setup speech small',
    });
    await bringSimilar();
    expect(small(await speech())).toMatchObject({ state: 'in use' });
    const { stdout } = await vau(['setup', '--catalogue', list], { env: home.env });
    expect(stdout).toMatch(/Test small, in use +vau setup speech small/);
  });
});

describe('archives', () => {
  const files = [
    ['small/a.onnx', 'weights'],
    ['small/more/tokens.txt', 'tokens'],
    ['small/not-kept.wav', 'sound'],
  ] as const;
  const archived = async (bytes: Buffer, archive = 'tar.bz2') => {
    host.files.set('/files/small.tar.bz2', bytes);
    const from = `${host.url}/files/small.tar.bz2`;
    const keep = ['a.onnx', 'more/tokens.txt'];
    list = await offer({ packages: [] }, { from, archive, bytes: bytes.length, sha256: sha256(bytes), keep });
    return bringSimilar();
  };
  const unpacked = ['a.onnx', 'installed.json', 'more/tokens.txt'].map(
    (file) => `models/speech/small/${file}`,
  );

  needs('bzip2')('are unpacked, and only what is needed is kept', async () => {
    const { status, stderr } = await archived(bzipped(await tarOf(files)));
    expect(status, stderr).toBe(0);
    expect(await kept()).toEqual([...unpacked, 'service-config.json']);
  });

  needs('bzip2')('that end early or are damaged leave nothing', async () => {
    const good = bzipped(await tarOf(files));
    expect((await archived(good.subarray(0, good.length - 20))).stderr).toContain('was refused');
    const bad = Buffer.from(good);
    bad[60] = (bad[60] ?? 0) ^ 0xff;
    expect((await archived(bad)).stderr).toContain('was refused');
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['a path out of the folder', [['small/../../../a.onnx', 'x']], 'leads out of its folder'],
    ['an absolute path', [['/etc/a.onnx', 'x']], 'leads out of its folder'],
    ['a backslash', [['small\\..\\a.onnx', 'x']], 'leads out of its folder'],
    ['a link', [['small/a.onnx', { type: 'symlink', linkname: '/etc/passwd' }]], 'is a symlink, not a file'],
    ['a hard link', [['small/a.onnx', { type: 'link', linkname: '/etc/passwd' }]], 'is a link, not a file'],
    [
      'the same file twice',
      [
        ['small/a.onnx', 'x'],
        ['small/a.onnx', 'y'],
      ],
      'EEXIST',
    ],
    ['a file too few', [['small/a.onnx', 'x']], 'it has no more/tokens.txt'],
  ] as const)('with %s are refused', async (_, entries, why) => {
    const { status, stderr } = await archived(gzipSync(await tarOf(entries)), 'tar.gz');
    expect(status).toBe(1);
    expect(stderr).toContain('was refused');
    expect(stderr).toContain(why);
    expect(await kept()).toEqual([]);
  });

  it('that unpack to far more than they weigh are refused', async () => {
    const bomb = gzipSync(await tarOf([['small/a.onnx', 'x'.repeat(80 * 1024 ** 2)]]));
    expect((await archived(bomb, 'tar.gz')).stderr).toContain('unpacks to far more');
    expect(await kept()).toEqual([]);
  });
});
