/** Errors of vau serve about unusable folders and addresses, with the real binary. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';
import { live } from './live.ts';

let home: Home;
beforeEach(async () => {
  home = await emptyHome();
});
afterEach(() => home.remove());

const serve = (...args: string[]) =>
  vau(['serve', '--port', '0', '--workers', '1', ...args], { env: home.env });

describe('vau serve with an unusable data folder', () => {
  it.each([
    ['is a file', 'taken', /it is a file, not a folder/],
    ['lies below a file', 'taken/below', /a part of the path is a file, not a folder/],
  ])('that %s names it and says why', async (_, where, reason) => {
    await writeFile(path.join(home.folder, 'taken'), '');
    const folder = path.join(home.folder, where);
    const run = await serve('--data-dir', folder);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain(`the data folder ${folder} cannot be used`);
    expect(run.stderr).toMatch(reason);
    expect(run.stderr).toContain('--data-dir');
  });

  it.skipIf(process.platform !== 'linux')('on a file system without folder creation still ends', async () => {
    const run = await serve('--data-dir', '/proc/vau/data');
    expect(run).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('/proc/vau/data') });
  });

  needs('ffmpeg')('names a database that is none', async () => {
    await mkdir(home.dataFolder);
    await writeFile(path.join(home.dataFolder, 'vau.sqlite'), 'x'.repeat(5000));
    const run = await serve();
    expect(run).toMatchObject({ status: 1, stdout: '' });
    const file = path.join(home.dataFolder, 'vau.sqlite');
    expect(run.stderr).toContain(`The database ${file} is damaged: file is not a database`);
    expect(run.stderr).toContain('Next: vau service repair');
  });
});

describe('vau serve on every address', () => {
  needs('ffmpeg')('warns that others can reach it, and points this machine at its own', async () => {
    const service = live(
      home.folder,
      ['serve', '--port', '0', '--workers', '1', '--host', '0.0.0.0'],
      home.env,
    );
    await service.told('is running at http://127.0.0.1:');
    expect(service.stderr()).toContain('other machines can reach this service');
    expect(await vau(['file', 'list', '-o', 'json'], { env: home.env })).toMatchObject({ status: 0 });
    service.signal('SIGTERM');
    await service.ended;
  });
});

describe('a store that cannot be used', () => {
  const secret = 'hidden-word';
  it.each([
    [['serve', '--workers', '0'], 2, /--workers must be 1 to 256 \(got 0\).*--store/],
    [
      ['serve', '--store', 'mysql://db.example/vau'],
      2,
      /--store must be the address of a PostgreSQL database/,
    ],
    [
      ['serve', '--port', '0', '--workers', '1', '--replace-secrets-key'],
      2,
      /--replace-secrets-key is for a PostgreSQL database \(--store or VAU_STORE\)[\s\S]*Start without it[\s\S]*Next: vau webhook rotate --help/,
    ],
    [
      [
        'serve',
        '--port',
        '0',
        '--replace-secrets-key',
        '--store',
        `postgres://ada:${secret}@127.0.0.1:9/vau`,
      ],
      1,
      /127\.0\.0\.1:9\/vau cannot be used/,
    ],
    [['worker'], 1, /vau worker needs the store of a service/],
    [['serve', '--workers', '257'], 2, /--workers must be 1 to 256, or 0 with --store \(got 257\)/],
    [
      ['worker', '--metrics-port', '65536', '--store', 'postgres://db.example/vau'],
      2,
      /--metrics-port must be 1 to 65535, or 0 for any free port \(got 65536\)/,
    ],
    [['worker', '--metrics-host', '::'], 2, /--metrics-host needs --metrics-port/],
    [
      ['worker', '--workers', '257', '--store', 'postgres://db.example/vau'],
      2,
      /--workers must be 1 to 256 \(got 257\)/,
    ],
    [
      ['worker', '--workers', '0', '--store', 'postgres://db.example/vau'],
      2,
      /--workers must be 1 to 256 \(got 0\)/,
    ],
    [
      ['serve', '--port', '0', '--store', `postgres://ada:${secret}@127.0.0.1:9/vau`],
      1,
      /127\.0\.0\.1:9\/vau cannot be used[\s\S]*Next: vau serve --help/,
    ],
    [
      ['service', 'token', 'list', '--store', `postgres://ada:${secret}@127.0.0.1:9/vau`],
      1,
      /127\.0\.0\.1:9\/vau cannot be used[\s\S]*Next: vau service token --help/,
    ],
    [['service', 'account', 'list', '--store', 'mysql://db.example/vau'], 2, /--store must be the address/],
    [['service', 'billing', 'rates', '--store', 'vau.sqlite'], 2, /--store must be the address/],
    [['service', 'token', 'list', '--store', 'postgres://'], 2, /--store must be the address/],
  ])('vau %j is refused', async (words, status, message) => {
    const run = await vau(words as string[], { env: home.env });
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toMatch(message as RegExp);
    expect(run.stderr).not.toContain(secret);
  });
});

describe('a data folder without a store', () => {
  it('is not backed up, and nothing says that it is', async () => {
    const backup = path.join(home.folder, 'backup');
    const run = await vau(['service', 'backup', backup, '--data-dir', home.folder], { env: home.env });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^Checking \S+backup\nError: the data folder \S+ has no database/);
    expect(run.stderr).toMatch(/\nNext: vau service backup --help\n$/);
  });
});
