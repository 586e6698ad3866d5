/**
 * A database that is missing, emptied, damaged or replaced, with the real binary: no original is lost, and repair
 * restores the files.
 */
import { once } from 'node:events';
import { copyFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAudio } from '../support/film.ts';
import { find, needs } from '../support/programs.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';
import { type Killable, serve } from './support/killable.ts';

let home: Home;
let service: Killable | undefined;
/** The uploaded files, in this order, as the service shows them. */
let uploaded: { id: string; filename: string; metadata: object; created_at: number }[];

const database = () => path.join(home.dataFolder, 'vau.sqlite');
const kept = (name: string) => path.join(home.folder, name);

beforeAll(async () => {
  if (!find('ffmpeg')) return;
  home = await emptyHome();
  uploaded = [];
  for (const [index, name] of ['early.wav', 'late.wav'].entries()) {
    service = await serve(home);
    await writeFile(kept(name), await makeAudio(1 + index));
    const answer = await run(
      'file',
      'upload',
      kept(name),
      '--metadata',
      `{"n":${index}}`,
      '--wait',
      '-o',
      'json',
    );
    uploaded.push(JSON.parse(answer.stdout));
    await stop();
    await copyFile(database(), kept(`${name}.sqlite`));
  }
  const other = await emptyHome();
  service = await serve(other);
  await stop();
  await copyFile(path.join(other.dataFolder, 'vau.sqlite'), kept('other.sqlite'));
  await other.remove();
  await cp(home.dataFolder, kept('whole'), { recursive: true });
});

beforeEach(async () => {
  if (!find('ffmpeg')) return;
  await rm(home.dataFolder, { recursive: true });
  await cp(kept('whole'), home.dataFolder, { recursive: true });
});

afterEach(stop);
afterAll(() => home?.remove());

const run = (...args: string[]) => vau(args, { env: home.env });
/** Starts a service and waits until its log says so. */
async function serveUntil(said: string): Promise<void> {
  const lines: string[] = [];
  service = await serve(home, (line) => void lines.push(line));
  await expect.poll(() => lines.join('\n')).toContain(said);
}
const json = async (...args: string[]) => JSON.parse((await run(...args, '-o', 'json')).stdout);

async function stop(): Promise<void> {
  const running = service?.process;
  service = undefined;
  if (!running || running.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

/** Contents of the originals by id, wherever they are in the data folder. */
async function originals(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(home.dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (entry.name === 'original')
      found[path.basename(entry.parentPath)] = await readFile(
        path.join(entry.parentPath, entry.name),
        'base64',
      );
  return found;
}

/** The files of a running service, without the results of processing. */
async function files() {
  const { data } = await json('file', 'list', '--order', 'created_at', '--sort', 'asc');
  return data.map(({ id, filename, metadata, created_at }: (typeof uploaded)[0]) => ({
    id,
    filename,
    metadata,
    created_at,
  }));
}

const expected = () =>
  uploaded.map(({ id, filename, metadata, created_at }) => ({ id, filename, metadata, created_at }));

async function half(): Promise<void> {
  const { length } = await readFile(database());
  await truncate(database(), Math.floor(length / 2));
}

async function garbage(): Promise<void> {
  const bytes = await readFile(database());
  bytes.fill(7, 8192, 65_536);
  await writeFile(database(), bytes);
}

const withFfmpeg = needs('ffmpeg');

describe('a data folder whose database', () => {
  const states: [state: string, damage: () => Promise<void>, said: RegExp][] = [
    ['is missing', () => rm(database()), /vau\.sqlite is missing, but .*objects holds files of the store/],
    ['is empty', () => truncate(database()), /vau\.sqlite is empty \(0 bytes\), but .*objects holds files/],
    ['is cut in half', half, /vau\.sqlite is damaged: it has \d+ bytes of \d+/],
    ['is damaged in the middle', garbage, /vau\.sqlite is damaged: /],
    [
      'is not a database',
      () => writeFile(database(), 'x'.repeat(9000)),
      /vau\.sqlite is damaged: file is not a database/,
    ],
    [
      'is that of another store',
      () => copyFile(kept('other.sqlite'), database()),
      /vau\.sqlite belongs to the store [\w-]+, but .*objects holds files of the store/,
    ],
    [
      'is no longer named by the objects',
      () => rm(path.join(home.dataFolder, 'objects', 'store.json')),
      /Nothing proves that the files in .*objects belong to the database .*vau\.sqlite/,
    ],
  ];

  /** The states after which the service is started, because that takes the most time. */
  const started = new Set(['is missing', 'is that of another store']);
  for (const [state, damage, said] of states)
    withFfmpeg(
      `[SAFE-1] ${state} is reported at the start, loses no original, and gets its files back by repair`,
      async () => {
        const before = await originals();
        expect(Object.keys(before)).toHaveLength(2);
        await damage();
        const refused = await run('serve', '--port', '0');
        expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(said) });
        expect(refused.stderr).toContain(home.dataFolder);
        expect(refused.stderr).toContain('vau service repair');
        expect(await originals()).toEqual(before);

        expect(await run('service', 'repair', '--remove', '--yes')).toMatchObject({
          status: 1,
          stdout: '',
        });
        const repaired = await json('service', 'repair', '--adopt');
        expect(repaired).toMatchObject({ failed: [], fault: expect.stringMatching(said) });
        expect(await originals()).toEqual(before);
        expect(await json('service', 'repair')).toMatchObject({
          state: 'proved',
          fault: null,
          leftovers: [],
        });
        if (!started.has(state)) return;
        service = await serve(home);
        expect(await files()).toEqual(expected());
        expect(await originals()).toEqual(before);
      },
    );

  withFfmpeg('[SAFE-1] is an older one has newer files moved aside, and adopted by repair', async () => {
    const before = await originals();
    const [early, late] = uploaded;
    await copyFile(kept('early.wav.sqlite'), database());
    await serveUntil('moved objects without a row aside');
    expect((await files()).map(({ id }: { id: string }) => id)).toEqual([early?.id]);
    expect(await originals()).toEqual(before);
    const running = await run('service', 'repair');
    expect(running).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('another service is using'),
    });
    await stop();

    const { leftovers } = await json('service', 'repair');
    expect(leftovers).toMatchObject([
      { id: late?.id, kind: 'original', place: 'aside', filename: 'late.wav' },
    ]);
    expect(await json('service', 'repair', '--adopt')).toMatchObject({
      adopted: [{ id: late?.id }],
      failed: [],
    });
    service = await serve(home);
    expect(await files()).toEqual(expected());
  });

  withFfmpeg('[SAFE-1] is restored after an older one was used finds its files in place again', async () => {
    const before = await originals();
    await copyFile(kept('early.wav.sqlite'), database());
    await serveUntil('moved objects without a row aside');
    await stop();
    await copyFile(kept('late.wav.sqlite'), database());
    await serveUntil('put objects back');
    expect(await files()).toEqual(expected());
    expect(await originals()).toEqual(before);
  });

  it('is not checked if there is no data folder', async () => {
    const nobody = await emptyHome();
    const answer = await vau(['service', 'repair'], { env: nobody.env });
    expect(answer).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('does not exist'),
    });
    await nobody.remove();
  });
});

describe('vau service repair', () => {
  withFfmpeg('deletes objects without a row only after confirmation', async () => {
    const [, late] = uploaded;
    await copyFile(kept('early.wav.sqlite'), database());
    const asked = await run('service', 'repair', '--remove');
    expect(asked).toMatchObject({ status: 2, stdout: '' });
    expect(asked.stderr).toContain('delete late.wav (original), 172 KiB');
    expect(asked.stderr).toContain('--yes');
    expect(Object.keys(await originals())).toHaveLength(2);
    const removed = await json('service', 'repair', late?.id ?? '', '--remove', '--yes');
    expect(removed).toMatchObject({ removed: [{ id: late?.id }] });
    expect(Object.keys(await originals())).toEqual([uploaded[0]?.id]);
    expect(await run('service', 'repair')).toMatchObject({
      status: 0,
      stdout: 'Every object has a database row.\n',
    });
  });

  it('accepts one action at a time', async () => {
    expect(await vau(['service', 'repair', '--adopt', '--remove'])).toMatchObject({ status: 2, stdout: '' });
  });
});
