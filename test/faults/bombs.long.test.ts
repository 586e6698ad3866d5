import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { until } from '../service/jobs/support.ts';
import { type Bomb, FOR_THE_READER, honestFilm, makeBombs } from '../support/bombs/index.ts';
import { find, needs } from '../support/programs.ts';
import { type Outcome, openTarget, type Target } from './support/target.ts';

const MOST_BYTES = 1024 ** 3;
/** Seconds of a processor for each of them, on average. */
const MOST_SECONDS = 30;
const HONEST_SECONDS = 20;
/** Refused when they are uploaded: nothing in them begins like media. */
const NO_MEDIA = ['playlist.mp4'];

/** How many times slower than an idle one this machine is: tests beside this one take their share. */
const slowness = () => Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism());
/** So many uploads run at the same time. */
const AT_ONCE = 3;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-bombs-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A PATH with ffmpeg and nothing else, as on a machine without ffprobe. */
async function ffmpegAlone(): Promise<Record<string, string | undefined>> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  await symlink(find('ffmpeg') ?? '', path.join(bin, 'ffmpeg'));
  return { PATH: bin, VAU_FFMPEG: path.join(bin, 'ffmpeg') };
}

/** Uploads them; the names of those that are refused as no media. */
async function throwAll(target: Target, bombs: readonly Bomb[]): Promise<string[]> {
  const left = [...bombs];
  const refused: string[] = [];
  const thrower = async () => {
    for (let bomb = left.shift(); bomb; bomb = left.shift())
      if ((await target.throwAt(bomb)) === 'refused') refused.push(bomb.name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, thrower));
  return refused;
}

/** Uploads an honest film; the seconds until it has been looked at. */
async function honestSeconds(target: Target, bytes: Buffer): Promise<number> {
  const began = Date.now();
  const id = await target.uploadBeside({ name: 'honest.mp4', bytes });
  const ended = async () => (await target.statusOf(id)) === 'completed';
  await until(ended, 'the honest file', 3 * HONEST_SECONDS * 1000 * slowness());
  return (Date.now() - began) / 1000;
}

function tell(outcomes: readonly Outcome[], waited: number, target: Target): void {
  if (!process.env.VAU_TEST_FIGURES) return;
  const rows = outcomes.map(({ name, file, member }) =>
    [name, file.status, member?.status, file.error ?? member?.error ?? ''].join(' | '),
  );
  const peak = Math.round(target.peakBytes() / 2 ** 20);
  const work = Math.round(target.workSeconds());
  console.info(`honest ${waited} s, peak ${peak} MB, ${work} s of a processor\n${rows.join('\n')}`);
}

/** For all of them together, in milliseconds, on an idle machine. */
const ALL_MS = 450_000;

async function survives(target: Target, bombs: readonly Bomb[]): Promise<void> {
  const honest = await honestFilm();
  const refused = await throwAll(target, bombs);
  expect(refused.filter((name) => !NO_MEDIA.includes(name))).toEqual([]);
  const waited = await honestSeconds(target, honest);
  const isDone = async () => (await target.open()) === 0;
  const late = await until(isDone, 'the end of all of them', ALL_MS * slowness()).catch(
    (error: Error) => error,
  );
  const outcomes = await target.outcomes();
  tell(outcomes, waited, target);
  if (late) throw late;
  expect(outcomes).toHaveLength(bombs.length - refused.length + 1);
  for (const { name, file, member } of outcomes)
    for (const { status, error } of member ? [file, member] : [file])
      expect(status === 'completed' || (error ?? '').length > 10, `${name}: ${status} ${error}`).toBe(true);
  expect(target.workSeconds()).toBeLessThan(MOST_SECONDS * bombs.length);
  expect(waited).toBeLessThan(HONEST_SECONDS * slowness());
  expect(target.peakBytes()).toBeLessThan(MOST_BYTES);
}

describe('files that claim far more than they hold, beside an honest one', () => {
  needs('ffmpeg')(
    '[SAFE-2] [SAFE-3] cost little memory and time, end with a reason, and keep the honest one waiting for seconds',
    { timeout: 1_200_000 },
    async () => {
      const target = await openTarget();
      try {
        await survives(target, await makeBombs());
      } finally {
        await target.close();
      }
    },
  );

  needs('ffmpeg')(
    '[SAFE-2] [SAFE-3] do so too where there is no ffprobe and the service reads them itself',
    { timeout: 1_200_000 },
    async () => {
      const target = await openTarget(await ffmpegAlone());
      try {
        await survives(target, await makeBombs(FOR_THE_READER));
      } finally {
        await target.close();
      }
    },
  );
});
