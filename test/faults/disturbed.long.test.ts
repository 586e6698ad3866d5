/**
 * ffmpeg and ffprobe that are slowed, stopped and killed from outside, on a machine that has too much to do, with a store that
 * another program locks now and then: no good file or share fails.
 */
import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { initNames, parsePlaylist } from '../../src/media/index.ts';
import { loadSqlite } from '../../src/service/store/sqlite/sqlite-module.ts';
import { AAC, make } from '../support/film.ts';
import { inFull } from '../support/in-full.ts';
import { locate, needs } from '../support/programs.ts';
import { seeded } from '../support/seeded.ts';
import { type Disturbed, disturbedFfmpeg } from './support/disturbed-ffmpeg.ts';
import { openSiege } from './support/siege.ts';

const it = needs('ffmpeg', 'ffprobe');
const run = promisify(execFile);

/** With VAU_TEST_MANY, as many as a bad day brings: a quarter of an hour. */
const many = process.env.VAU_TEST_MANY !== undefined;
const UPLOADS = many ? 100 : inFull(12, 6);
const SHARES = many ? 50 : inFull(6, 3);
/** Longer than a probe may work, in seconds. */
const SLEEP = many ? 40 : 21;
/** Time between two disturbances, at most, in milliseconds. */
const EVERY_MS = 2_000;
/** How long the store is locked, and the longest time until it is again, in milliseconds. */
const LOCKED_MS = many ? 15_000 : 6_000;
const UNLOCKED_MS = many ? 60_000 : 8_000;
/** Other programs that want a processor all the time. */
const BUSY = many ? 18 : 2;
const SECONDS = 4;
const FRAMES = SECONDS * 25;

const siege = await openSiege();
const { call, store, home } = siege;
let disturbed: Disturbed;
let film: Buffer;

beforeAll(async () => {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS}`];
  const tone = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}:sample_rate=44100`];
  // No browser plays this codec: a share of it is encoded.
  film = await make([...picture, ...tone, '-c:v', 'mpeg4', ...AAC], 'mp4');
  disturbed = disturbedFfmpeg(path.join(home.folder, 'programs'), SLEEP);
  await siege.start(undefined, { VAU_FFMPEG: disturbed.path });
});
afterAll(() => siege.kill(true));

/** Stops, kills or asks to end a program now and then, until it is aborted. */
async function disturb(seed: number, signal: AbortSignal): Promise<number> {
  const chance = seeded(seed);
  let hits = 0;
  while (!signal.aborted) {
    await sleep(chance.below(EVERY_MS));
    const [pid] = disturbed.running();
    if (pid === undefined) continue;
    hits += 1;
    const how = chance.pick(['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGSTOP'] as const);
    signalled(pid, how);
    if (how !== 'SIGSTOP') continue;
    await sleep(1_000);
    signalled(pid, 'SIGCONT');
  }
  return hits;
}

function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

/** Holds the write lock of the store now and then, until it is aborted. @returns how often */
async function lock(seed: number, signal: AbortSignal): Promise<number> {
  const chance = seeded(seed);
  const { DatabaseSync } = await loadSqlite();
  const other = new DatabaseSync(path.join(home.dataFolder, 'vau.sqlite'), { timeout: 10_000 });
  let times = 0;
  for (; !signal.aborted; times += 1) {
    await sleep(chance.below(UNLOCKED_MS));
    other.exec('begin immediate');
    await sleep(LOCKED_MS);
    other.exec('rollback');
  }
  other.close();
  return times;
}

/** Asks again while the store is locked, as clients do. */
async function asked(where: string, body: FormData | object): Promise<string> {
  for (;;) {
    try {
      return (await call('POST', where, body)).id ?? '';
    } catch (error) {
      expect(String(error)).toMatch(/: 503 the store is busy/);
      await sleep(500);
    }
  }
}

async function upload(index: number): Promise<string> {
  const form = new FormData();
  const box = Buffer.from([0, 0, 0, 12, ...Buffer.from('free'), 0, 0, index >> 8, index & 255]);
  form.set('file', new Blob([film, box]), `${index}.mp4`);
  return asked('/files', form);
}

/** Number of frames that the whole stream of a share has. */
async function framesOf(share: string): Promise<number> {
  const folder = path.join(home.dataFolder, 'objects', 'shares', share);
  const text = await readFile(path.join(folder, 'index.m3u8'), 'utf8');
  const names = [...initNames(text), ...parsePlaylist(text).segments.map(({ uri }) => uri)];
  const parts = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  const whole = path.join(home.folder, `${share}.mp4`);
  await writeFile(whole, Buffer.concat(parts));
  const count = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=nb_read_frames'];
  const { stdout } = await run(locate('ffprobe'), ['-v', 'error', ...count, '-of', 'csv=p=0', whole]);
  return Number.parseInt(stdout, 10);
}

const statuses = async (table: 'files' | 'shares') =>
  (await store.db.selectFrom(table).select(['status', 'error']).execute()).map(({ status, error }) =>
    status === 'failed' ? `failed: ${error}` : status,
  );

describe('programs that are disturbed', () => {
  it('do their work all the same: every file and share is complete', async () => {
    const calm = new AbortController();
    const disturbing = disturb(1, calm.signal);
    const locking = lock(2, calm.signal);
    const busy = Array.from({ length: BUSY }, () => spawn('sh', ['-c', 'while :; do :; done']));
    const files: string[] = [];
    for (let index = 0; index < UPLOADS; index += 1) files.push(await upload(index));
    const shares: string[] = [];
    for (const file_id of files.slice(0, SHARES))
      shares.push(await asked('/share', { file_id, visibility: 'public' }));
    await sleep(many ? 300_000 : 12_000);
    calm.abort();
    for (const one of busy) one.kill();
    expect(await disturbing).toBeGreaterThan(3);
    expect(await locking).toBeGreaterThan(0);
    const left = async () => (await store.db.selectFrom('jobs').select(['kind', 'state']).execute()).length;
    await expect.poll(left, { timeout: 300_000, interval: 200 }).toBe(0);
    expect(await statuses('files')).toEqual(files.map(() => 'completed'));
    expect(await statuses('shares')).toEqual(shares.map(() => 'completed'));
    for (const share of shares) expect(await framesOf(share)).toBe(FRAMES);
  }, 1_500_000);
});
