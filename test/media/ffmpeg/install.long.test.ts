import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PackagedBuild,
  packagedBuild,
  wheelBuild,
} from '../../../src/media/ffmpeg/program/install-builds.ts';
import { installedPath, installFfmpeg, locateFfmpeg } from '../../../src/media/index.ts';
import { tempFolder } from '../support.ts';

const { dir, drop } = await tempFolder();
const NAME = '@ffmpeg-installer/linux-x64';
const asked: string[] = [];
let archive: Buffer = Buffer.alloc(0);
let zip: Buffer = Buffer.alloc(0);

/** A registry with one package, as npm queries it. */
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (request.url === '/files/wheel-1.whl') return response.end(zip);
  if (request.url === '/simple/wheel/') return response.end('<a href="/files/wheel-1.whl#sha256=1">1</a>');
  if (request.url?.endsWith('.tgz')) return response.end(archive);
  const tarball = `${base}/${NAME}/-/linux-x64-9.9.9.tgz`;
  const version = { name: NAME, version: '9.9.9', dist: { tarball, integrity: integrityOf(archive) } };
  response.setHeader('content-type', 'application/json');
  return response.end(
    JSON.stringify({ name: NAME, 'dist-tags': { latest: '9.9.9' }, versions: { '9.9.9': version } }),
  );
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await drop();
});

function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** A tar header and its content in whole blocks. */
function entry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 'latin1');
  header.write('0000755\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** A zip of one file, as wheels are; another file is before it in the directory. */
function wheelWith(name: string, content: Buffer, method: 0 | 8 = 8): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content;
  const local = Buffer.alloc(30);
  local.writeUInt16LE(name.length, 26);
  local.writeUInt16LE(4, 28);
  const inDirectory = (file: string) => {
    const of = Buffer.alloc(46);
    of.writeUInt32LE(0x02014b50, 0);
    of.writeUInt16LE(method, 10);
    of.writeUInt32LE(packed.length, 20);
    of.writeUInt32LE(content.length, 24);
    of.writeUInt16LE(file.length, 28);
    return Buffer.concat([of, Buffer.from(file)]);
  };
  const before = Buffer.concat([local, Buffer.from(name), Buffer.alloc(4), packed]);
  const directory = Buffer.concat([inDirectory('wheel/__init__.py'), inDirectory(name)]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(before.length, 16);
  return Buffer.concat([before, directory, end]);
}

function tgz(...entries: Buffer[]): Buffer {
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
}

const PACKAGE_JSON = entry('package/package.json', Buffer.from(`{"name":"${NAME}","version":"9.9.9"}`));
const PROGRAM = Buffer.from(
  `#!/bin/sh\n# ${'x'.repeat(200_000)}\nprintf 'ffmpeg version 7.1.4 C\\nlibavcodec     60. 31.102 / 60. 31.102\\n'\n`,
);

/** Installs from the fake registry, on a machine with that archive pinned. */
async function install(
  folder: string,
  pinned = integrityOf(archive),
  signal?: AbortSignal,
  env: NodeJS.ProcessEnv = { PATH: '' },
  wheel?: PackagedBuild,
) {
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const build = { name: NAME, version: '9.9.9', integrity: pinned };
  const lines: string[] = [];
  const onProgress = (line: string) => lines.push(line);
  const dataDir = join(dir, folder);
  const builds = { ffmpeg: build, ffprobe: build, ...(wheel && { wheel }) };
  const index = `${registry}simple`;
  const options = { dataDir, registry, index, builds, skipStatic: true, env, onProgress, signal };
  const installed = await installFfmpeg(options);
  return { installed, lines, dataDir };
}

/** A program that answers `-version` like that version. */
const program = (name: string, version: string, library: string) =>
  Buffer.from(
    `#!/bin/sh\nprintf '${name} version ${version} C\\nlibavcodec     ${library}.100 / ${library}.100\\n'\n`,
  );

/** Puts programs into a folder, for PATH. */
async function onPath(folder: string, ...programs: [name: string, content: Buffer][]) {
  await mkdir(join(dir, folder), { recursive: true });
  for (const [name, content] of programs) await writeFile(join(dir, folder, name), content, { mode: 0o755 });
  return { PATH: join(dir, folder) };
}

/** The builds of this test come from a registry alone. */
const NO_WHEEL = "Python's index has no ffmpeg for this machine.";

describe.skipIf(process.platform === 'win32')('installFfmpeg', () => {
  it('puts the program of a package into the data folder', async () => {
    archive = tgz(
      PACKAGE_JSON,
      entry('package/ffmpeg', PROGRAM),
      entry('package/README.md', Buffer.from('x')),
    );
    const { installed, lines, dataDir } = await install('one');
    expect(installed).toMatchObject({
      ffmpeg: { version: '7.1.4', source: 'data folder' },
      why: 'it is the only one found',
      // This archive has no ffprobe in it.
      notes: [NO_WHEEL, expect.stringMatching(/There is no ffprobe.*does not contain package\/ffprobe/)],
    });
    expect(installed.ffmpeg.path).toBe(installedPath(dataDir));
    expect(await readFile(installedPath(dataDir))).toEqual(PROGRAM);
    expect((await stat(installedPath(dataDir))).mode & 0o777).toBe(0o700);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(dataDir, 'ffmpeg'))).toEqual(['ffmpeg']);
    expect(lines).toHaveLength(4);
    const found = await locateFfmpeg({ env: { PATH: '' }, dataDir });
    expect(['data folder', 'ffmpeg-static']).toContain(found.source);
  });

  const FFPROBE = program('ffprobe', 'N-109468', '60. 26');

  it('brings an ffprobe with it, and for an ffmpeg that has none', async () => {
    archive = tgz(PACKAGE_JSON, entry('package/ffmpeg', PROGRAM), entry('package/ffprobe', FFPROBE));
    const { installed, dataDir } = await install('both');
    expect(installed.ffmpeg.ffprobe).toBe(installedPath(dataDir, 'ffprobe'));
    expect(installed.notes).toEqual([NO_WHEEL]);
    const env = await onPath('alone', ['ffmpeg', program('ffmpeg', '7.1.4', '61. 19')]);
    const beside = await install('beside', undefined, undefined, env);
    expect(beside.installed.ffmpeg).toMatchObject({
      source: 'PATH',
      ffprobe: installedPath(beside.dataDir, 'ffprobe'),
    });
    expect(await readdir(join(beside.dataDir, 'ffmpeg'))).toEqual(['ffprobe']);
  });

  it('fetches nothing if there is a recent and complete one, or if one is named', async () => {
    archive = tgz(PACKAGE_JSON, entry('package/ffmpeg', PROGRAM), entry('package/ffprobe', FFPROBE));
    const recent = program('ffmpeg', '5.1.9-0+deb12u1', '59. 37');
    const env = await onPath('whole', ['ffmpeg', recent], ['ffprobe', FFPROBE]);
    const old = await onPath('old', ['ffmpeg', program('ffmpeg', '4.4', '58.134')], ['ffprobe', FFPROBE]);
    const named = { PATH: env.PATH, VAU_FFMPEG: join(old.PATH, 'ffmpeg') };
    asked.length = 0;
    for (const [given, source] of [
      [env, 'PATH'],
      [named, 'VAU_FFMPEG'],
    ] as const) {
      const { installed, lines, dataDir } = await install('nothing', undefined, undefined, given);
      expect(installed.ffmpeg.source).toBe(source);
      expect(lines).toEqual([]);
      await expect(stat(dataDir)).rejects.toThrow();
    }
    expect(asked).toEqual([]);
  });

  it('does not replace an old one by a build of 2018: the registry has nothing newer', async () => {
    const env = await onPath('old', ['ffmpeg', program('ffmpeg', '4.4', '58.134')], ['ffprobe', FFPROBE]);
    asked.length = 0;
    const { installed } = await install('older', undefined, undefined, env);
    expect(installed.ffmpeg).toMatchObject({ source: 'PATH', version: '4.4' });
    expect(asked).toEqual([]);
  });

  const ENTRY = 'wheel/binaries/ffmpeg-x';
  const wheelBy = (integrity: string): PackagedBuild => ({
    ...{ name: 'wheel', version: '1', integrity },
    wheel: { file: 'wheel-1.whl', entry: ENTRY },
  });
  const ofWheel = () => wheelBy(`sha256-${createHash('sha256').update(zip).digest('base64')}`);

  it.each([8, 0] as const)(
    'takes the newer one of a wheel (method %s), and replaces an old one by it',
    async (method) => {
      zip = wheelWith(ENTRY, PROGRAM, method);
      archive = tgz(PACKAGE_JSON, entry('package/ffprobe', FFPROBE));
      const env = await onPath('old', ['ffmpeg', program('ffmpeg', '4.4', '58.134')], ['ffprobe', FFPROBE]);
      const { installed, dataDir } = await install(`wheel${method}`, undefined, undefined, env, ofWheel());
      expect(installed).toMatchObject({ ffmpeg: { version: '7.1.4', source: 'data folder' }, notes: [] });
      expect(await readFile(installedPath(dataDir))).toEqual(PROGRAM);
      expect((await stat(installedPath(dataDir))).mode & 0o777).toBe(0o700);
    },
  );

  it('says why it is not that of the wheel when it is another', async () => {
    archive = tgz(PACKAGE_JSON, entry('package/ffmpeg', PROGRAM), entry('package/ffprobe', FFPROBE));
    const good = wheelWith(ENTRY, PROGRAM);
    const bad: [why: RegExp, zip: Buffer, wheel?: PackagedBuild][] = [
      [/its hash differs/, good, wheelBy(`sha256-${Buffer.alloc(32).toString('base64')}`)],
      [/does not contain wheel\/binaries\/ffmpeg-x/, wheelWith('wheel/binaries/other', PROGRAM)],
      [/archive is damaged/, good.subarray(0, -30)],
      [/archive is damaged/, Buffer.concat([good.subarray(0, 60), Buffer.alloc(40), good.subarray(100)])],
      [/does not run on this machine/, wheelWith(ENTRY, Buffer.from('not a program'))],
      [
        /does not list wheel-2/,
        good,
        { ...wheelBy('sha256-x'), wheel: { file: 'wheel-2.whl', entry: ENTRY } },
      ],
    ];
    for (const [index, [why, content, wheel]] of bad.entries()) {
      zip = content;
      const { installed } = await install(`bad${index}`, undefined, undefined, undefined, wheel ?? ofWheel());
      expect(installed.ffmpeg.version).toBe('7.1.4');
      expect(installed.notes).toEqual([expect.stringMatching(why)]);
    }
  });

  it('unpacks nothing of an archive that is not the pinned one, and keeps the existing program', async () => {
    await install('two');
    await rm(installedPath(join(dir, 'two')));
    await writeFile(installedPath(join(dir, 'two')), 'what was there');
    const failed = install('two', integrityOf(Buffer.from('another')));
    await expect(failed).rejects.toMatchObject({ code: 'install' });
    await expect(failed).rejects.toThrow(/its hash differs.*from your system/);
    expect(await readFile(installedPath(join(dir, 'two')), 'utf8')).toBe('what was there');
    expect(await readdir(join(dir, 'two', 'ffmpeg'))).toEqual(['ffmpeg', 'ffprobe']);
  });

  it('does not keep a program that does not run here', async () => {
    archive = tgz(PACKAGE_JSON, entry('package/ffmpeg', Buffer.from('not a program')));
    await expect(install('three')).rejects.toMatchObject({ code: 'install' });
    expect(await readdir(join(dir, 'three', 'ffmpeg'))).toEqual([]);
  });

  it('reports an archive without the program', async () => {
    archive = tgz(PACKAGE_JSON, entry('package/other', Buffer.from('x')));
    await expect(install('four')).rejects.toThrow(/does not contain package\/ffmpeg/);
  });

  it('reports that the registry cannot be reached', async () => {
    const options = { dataDir: join(dir, 'five'), registry: 'http://127.0.0.1:9/', skipStatic: true };
    const builds = { ffmpeg: { name: NAME, version: '9.9.9', integrity: 'sha512-x' } };
    process.env.npm_config_fetch_retries = '0';
    const failed = installFfmpeg({ ...options, builds, env: { PATH: '' } });
    await expect(failed).rejects.toThrow(/could not be fetched.*Check the network.*from your system/);
    delete process.env.npm_config_fetch_retries;
  });

  it('stops when it is cancelled', async () => {
    await mkdir(join(dir, 'six'));
    await expect(install('six', 'sha512-x', AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('has a pinned build for the usual machines, and says so for others', () => {
    for (const machine of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      const [platform = '', arch = ''] = machine.split('-');
      for (const name of ['ffmpeg', 'ffprobe'] as const)
        expect(packagedBuild(name, platform, arch)?.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    }
    for (const machine of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      const [platform = '', arch = ''] = machine.split('-');
      expect(wheelBuild(platform, arch)?.integrity).toMatch(/^sha256-[\w+/]{43}=$/);
    }
    expect(packagedBuild('ffmpeg', 'aix', 'ppc64')).toBeNull();
    expect(wheelBuild('linux', 'arm')).toBeNull();
  });
});
