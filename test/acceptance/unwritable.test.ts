/** Data folders and backups that cannot be read or written, with the real binary: what it is, in words, and what helps. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canMount } from '../faults/support/tight-disk.ts';
import { lacks, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';

const RAW = /\bE[A-Z]{4,}\b|syscall/;

const withFfmpeg = needs('ffmpeg');
const onSmallDisk = canMount() ? withFfmpeg : it.skip;
let home: Home;
let disk: string;
let mounted = false;
beforeEach(async () => {
  home = await emptyHome();
  disk = path.join(home.folder, 'disk');
  await mkdir(disk);
});
afterEach(async () => {
  if (mounted) execFileSync('umount', [disk]);
  mounted = false;
  await home.remove();
});

/** Puts a small disk in memory on the folder. */
function mount(options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
  mounted = true;
}

const refusal = async (...line: string[]) => {
  const { status, stderr } = await vau(line, { env: home.env });
  expect([status, stderr]).toEqual([1, expect.not.stringMatching(RAW)]);
  return stderr;
};

describe.skipIf(!canMount())('vau service start', () => {
  it.each([
    ['read-only', 'ro', 'the file system is read-only'],
    ['full', 'size=4k,nr_inodes=1', 'the disk is full'],
  ])('in a folder whose disk is %s says so, and what helps', async (_, options, why) => {
    mount(options);
    const said = await refusal('service', 'start', '--port', '0', '--data-dir', disk);
    expect(said).toContain(`Cannot write ${path.join(disk, 'service.log')}: ${why}`);
    expect(said).toContain('or choose another with --data-dir');
    expect(said).not.toContain('vau service logs');
  });
});

describe('vau service backup and restore', () => {
  let service: Serving;
  beforeAll(async () => {
    if (lacks('ffmpeg')) return;
    service = await serving();
  });
  afterAll(() => service?.stop());
  const backup = (folder: string) =>
    refusal('service', 'backup', folder, '--data-dir', service.home.dataFolder);

  onSmallDisk('on a full disk name the target, and go on once there is room', async () => {
    mount('size=64k');
    const target = path.join(disk, 'monday');
    const said = await backup(target);
    expect(said).toContain(`Cannot write ${target}: the disk is full`);
    expect(said).toContain('run the same command again: it goes on where it stopped');
    expect(said).toContain('can be deleted');
    expect(said).not.toContain('vau doctor');

    execFileSync('mount', ['-o', 'remount,size=64m', disk]);
    const data = ['--data-dir', service.home.dataFolder];
    const { status, stderr } = await vau(['service', 'backup', target, ...data], { env: home.env });
    expect(status, stderr).toBe(0);
  });

  onSmallDisk('restore into a disk that is full or read-only names it', async () => {
    const whole = path.join(home.folder, 'whole');
    const data = ['--data-dir', service.home.dataFolder];
    expect(await vau(['service', 'backup', whole, ...data], { env: home.env })).toMatchObject({ status: 0 });
    mount('size=64k');
    const into = path.join(disk, 'restored');
    const full = await refusal('service', 'restore', whole, '--data-dir', into);
    expect(full).toContain(`Cannot write ${into}: the disk is full`);
    expect(full).toContain('it goes on where it stopped');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const readOnly = await refusal('service', 'restore', whole, '--data-dir', path.join(disk, 'other'));
    expect(readOnly).toContain(`Cannot write ${path.join(disk, 'other')}: the file system is read-only`);
  });

  withFfmpeg('that name a file say that a folder is needed, and leave the file alone', async () => {
    const file = path.join(home.folder, 'notes.txt');
    await writeFile(file, 'mine');
    expect(await backup(file)).toContain(`${file} is a file: name a folder`);
    expect(await backup(path.join(file, 'below'))).toContain('a part of its path is a file, not a folder');
    expect(await refusal('service', 'restore', file)).toContain(`${file} is not a folder`);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});
