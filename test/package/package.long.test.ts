import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const minutes = 60_000;
/** Newer versions of Node have their own SQLite; there the lean installation has everything the store needs. */
const { StatementSync } = (process.getBuiltinModule?.('node:sqlite') ?? {}) as {
  StatementSync?: { prototype: object };
};
const hasSqlite = StatementSync !== undefined && 'columns' in StatementSync.prototype;

/** The exit and output of a command. */
interface Run {
  status: number;
  stdout: string;
  stderr: string;
}

let folder: string;
let archive: string;
let version: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-package-'));
  version = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).version;
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  expect(packed.status, packed.stderr).toBe(0);
  archive = path.join(folder, `vau-cli-${version}.tgz`);
}, 2 * minutes);

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

// The installations at the same time: they mostly wait for the disk.
describe.concurrent('the archive that npm pack makes', () => {
  it('contains what runs and no sources, tests or scripts', async () => {
    const { stdout } = await run('tar', ['-tzf', archive]);
    const files = stdout.split('\n').map((file) => file.replace(/^package\//, ''));
    for (const wanted of [
      'bin/vau.js',
      'bin/start.js',
      'dist/cli.cjs',
      'dist/answers.json',
      'dist/service.js',
      'dist/worker.js',
      'dist/heartbeat.js',
      'dist/faces.js',
      'dist/objects.js',
      'dist/assets/hls.js',
      'dist/assets/openapi.json',
      'dist/assets/faces/face_recognition_model.bin',
      'dist/assets/objects/centernet.bin',
    ])
      expect(files).toContain(wanted);
    expect(files).toContain('dist/THIRD-PARTY-LICENSES.txt');
    expect(files).toContain('LICENSE');
    expect(files).toContain('docs/README.md');
    expect(files.filter((file) => /^(src|test|scripts|node_modules)\//.test(file))).toEqual([]);
  });

  it('installs lean, with --omit=optional, and says what vau serve needs', {
    timeout: 3 * minutes,
  }, async () => {
    const vau = await install('lean');
    expect(await vau('--version')).toMatchObject({ status: 0, stdout: expect.stringContaining(version) });
    if (hasSqlite) return;
    const served = await vau('serve', '--port', '0');
    expect(served.status).toBe(1);
    expect(served.stdout).toBe('');
    expect(served.stderr).toContain('optional packages');
    expect(served.stderr).toContain('npm install -g vau-cli');
  });

  needs('ffmpeg')(
    'installs with everything, and probes a film with the ffmpeg it brings',
    { timeout: 5 * minutes },
    async () => {
      const vau = await install('full');
      expect(await vau('--version')).toMatchObject({ status: 0, stdout: expect.stringContaining(version) });
      const film = path.join(folder, 'full', 'lib/node_modules/vau-cli/assets/harbour.mp4');
      const probed = await vau('probe', film, '--output', 'json');
      expect(probed.status, probed.stderr).toBe(0);
      expect(JSON.parse(probed.stdout)).toMatchObject([{ file: film }]);
    },
  );
});

/**
 * Installs the archive; returns how to run the installed command. Lean goes into a local folder: npm 11 ignores --omit
 * for a global install from an archive.
 */
async function install(name: 'lean' | 'full'): Promise<(...args: string[]) => Promise<Run>> {
  const prefix = path.join(folder, name);
  await mkdir(prefix);
  const how = name === 'lean' ? ['--omit=optional'] : ['--global', '--include=optional'];
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund'];
  const installed = await run('npm', ['install', '--prefix', prefix, ...how, ...quietly, archive], {
    cwd: prefix,
  });
  expect(installed.status, installed.stderr).toBe(0);
  const bin = path.join(prefix, name === 'lean' ? 'node_modules/.bin' : 'bin');
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: path.join(folder, `${name}-home`),
    NO_COLOR: '1',
    ...(process.env.VAU_FFMPEG ? { VAU_FFMPEG: process.env.VAU_FFMPEG } : {}),
  };
  return (...words) => run('vau', words, { cwd: folder, env, timeout: minutes });
}

async function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<Run> {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { ...options, maxBuffer: 2 ** 24 });
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
}
