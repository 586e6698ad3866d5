/**
 * vau clip, of all containers: the brightness of each frame is its number, and a beep begins each second. The first and last
 * frames of clips and the beeps in them are where they are asked for; a reel of them is as long as they are together.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { beeps, type Played, playedAll } from '../support/clock.ts';
import { locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');
const run = promisify(execFile);
const SECONDS = 9;
const RATE = 25;

/** A picture whose luma is the number of its frame, which comes again after two seconds. */
const numbered = [
  '-f',
  'lavfi',
  '-i',
  `nullsrc=s=64x36:r=${RATE}:d=${SECONDS},format=yuv420p,geq=lum='30+4*mod(N,50)':cb=128:cr=128`,
];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac', '-b:a', '96k'];

/** The files, and how each is encoded. */
const films: Readonly<Record<string, readonly string[]>> = {
  'keys.mp4': [...H264, '-bf', '0', '-g', '25', '-sc_threshold', '0', ...AAC],
  'b-frames.mov': [...H264, '-bf', '3', '-g', '250', ...AAC],
  'film.mkv': [...H264, '-bf', '2', '-c:a', 'flac'],
  'film.webm': ['-c:v', 'libvpx', '-deadline', 'realtime', '-crf', '8', '-b:v', '2M', '-c:a', 'libopus'],
  'film.ts': [...H264, '-bf', '2', '-g', '50', '-c:a', 'mp2'],
  'film.avi': ['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'libmp3lame'],
  'sound.mp3': ['-vn', '-c:a', 'libmp3lame'],
  'sound.m4a': ['-vn', ...AAC],
  'sound.flac': ['-vn', '-c:a', 'flac'],
};
const spans = [
  [0, 1.5],
  [2, 4],
  [3.37, 5.81],
  [6.62, 8.92],
] as const;

/** What is said in each file, with its times. */
const said = [
  [0.2, 1.44, 'The tickets cost forty dollars each.'],
  [2, 3.6, 'Tomorrow the weather will be stormy.'],
  [4.37, 5.83, 'We promise to repair the harbour wall.'],
  [6.62, 8.2, 'Please send me the signed contract.'],
] as const;

let service: Serving;
let folder: string;
let env: Record<string, string>;
/** The seconds at which beeps begin, by file. */
let beepsOf: ReadonlyMap<string, readonly number[]>;
const at = (...names: string[]) => path.join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-clips-'));
  service = await serving();
  env = { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token };
  for (const [name, codecs] of Object.entries(films)) {
    await run(locate('ffmpeg'), [
      '-nostdin',
      '-v',
      'error',
      '-y',
      ...numbered,
      ...beeps(SECONDS),
      ...codecs,
      '-shortest',
      at(name),
    ]);
    const subtitles = new Blob([captions]);
    const { id } = (await service.upload(await readFile(at(name)), name, { subtitles })).body;
    await service.settled(`/files/${id}`);
  }
  const names = Object.keys(films);
  const decoded = await playedAll(names.map((name) => ({ file: at(name), frames: false, sound: true })));
  beepsOf = new Map(
    names.map((name, n) => [name, decoded[n]?.sound.filter((_, index) => index % 2 === 0) ?? []]),
  );
  for (const [name, begins] of beepsOf) expect(begins.length, name).toBeGreaterThan(7);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Clip {
  readonly clip: string;
  readonly filename: string;
  readonly start_time: number;
  readonly end_time: number;
}

const captions = said
  .map(([start, end, text], index) => `${index + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}\n`)
  .join('\n');

function stamp(seconds: number): string {
  return `00:00:${seconds.toFixed(3).padStart(6, '0').replace('.', ',')}`;
}

/** The number of the frame that a luma is, from 0 to 49. */
const numberOf = (luma: number | undefined) => Math.round(((luma ?? Number.NaN) - 30) / 4);
/** How many frames two numbers are apart, as they come again. */
const apart = (one: number, other: number) => Math.min((one - other + 500) % 50, (other - one + 500) % 50);

/** The profile of the picture: that of the film if it was copied, else the one that clips are encoded with. */
async function profileOf(clip: string): Promise<string | undefined> {
  const { stderr } = await run(locate('ffmpeg'), ['-nostdin', '-i', clip, '-c', 'copy', '-f', 'null', '-']);
  return /Video: h264 \(([^)]+)\)/.exec(stderr)?.[1];
}

function wrongIn(clip: Clip, { frames, sound, end }: Played): string[] {
  const { filename, start_time: start, end_time: until } = clip;
  const about = `${filename} ${start}-${until}`;
  const found: string[] = [];
  const length = until - start;
  if (frames.length > 0) {
    const first = Math.floor(start * RATE + 1e-6);
    const last = Math.ceil(until * RATE - 1e-6) - 1;
    for (const [what, luma, frame] of [
      ['first', frames[0]?.[1], first],
      ['last', frames.at(-1)?.[1], last],
    ] as const)
      if (!(apart(numberOf(luma), frame % 50) <= 1))
        found.push(`${about}: its ${what} frame is ${numberOf(luma)} instead of ${frame % 50}`);
    if (Math.abs(frames.length / RATE - length) > 1 / RATE + 1e-6)
      found.push(`${about}: ${frames.length} frames`);
  }
  if (Math.abs(end - length) > 0.06) found.push(`${about}: it lasts ${end}`);
  const begun = sound.filter((_, index) => index % 2 === 0);
  // Some containers do not say by how much an encoder delays the sound: what is decoded of the file counts.
  for (const begin of beepsOf.get(filename) ?? []) {
    if (begin < start - 0.005 || begin > until - 0.05) continue;
    const nearest = Math.min(...begun.map((one) => Math.abs(one - (begin - start))));
    if (!(nearest < 0.0205)) found.push(`${about}: the beep of ${begin} is ${nearest.toFixed(3)} s away`);
  }
  return found;
}

describe('vau clip', () => {
  it('cuts all containers to the frame, with the sound in step, and joins them into a reel that stays in step', async () => {
    const targets = Object.keys(films).flatMap((name) =>
      spans.map(([start, end]) => `${name}@${start}-${end}`),
    );
    const ended = await vau(['clip', ...targets, '--save', at('clips'), '-o', 'json'], {
      env,
      timeout: 400_000,
    });
    expect(ended.status, ended.stderr).toBe(0);
    const { clips } = JSON.parse(ended.stdout) as { clips: Clip[] };
    expect(clips).toHaveLength(targets.length);
    expect(clips.length).toBeGreaterThan(30);
    const played = await playedAll(
      clips.map(({ clip }) => ({ file: clip, frames: clip.endsWith('.mp4'), sound: true })),
    );
    expect(clips.flatMap((clip, index) => wrongIn(clip, played[index] as Played))).toEqual([]);

    // The second span starts with a key frame, the third between two.
    const ofKeys = clips.filter(({ filename }) => filename === 'keys.mp4');
    expect(await Promise.all(ofKeys.map(({ clip }) => profileOf(clip)))).toEqual([
      ...['Constrained Baseline', 'Constrained Baseline', 'High', 'High'],
    ]);

    const ten = targets.slice(0, 10);
    const reel = at('reel.mp4');
    const joined = await vau(['clip', ...ten, '--save', at('ten'), '--stitch', reel, '-o', 'json'], {
      env,
      timeout: 400_000,
    });
    expect(joined.status, joined.stderr).toBe(0);
    const [whole] = await playedAll([{ file: reel, frames: true, sound: true }]);
    const parts = clips.slice(0, 10);
    let from = 0;
    const wrong = parts.flatMap((clip) => {
      const until = from + Math.round((clip.end_time - clip.start_time) * RATE) / RATE;
      const inside = (time: number) => time >= from - 0.001 && time < until - 0.001;
      const part = {
        frames: (whole?.frames ?? []).filter(([time]) => inside(time)),
        sound: (whole?.sound ?? [])
          .filter((_, index) => index % 2 === 0)
          .flatMap((time) => [time - from, time - from + 0.2]),
        end: until - from,
      };
      from = until;
      return wrongIn(clip, part);
    });
    expect(wrong).toEqual([]);
    expect(Math.abs((whole?.end ?? 0) - from)).toBeLessThan(0.06);
  }, 600_000);

  it('cuts thirty found moments of all containers to the frame, with the sound in step', async () => {
    const command = async (...line: string[]) => {
      const ended = await vau([...line, '-o', 'json'], { env, timeout: 400_000 });
      expect(ended.status, ended.stderr).toBe(0);
      return JSON.parse(ended.stdout);
    };
    const collections = ['rich-transcripts', 'moments'];
    for (const type of collections) {
      await command('collection', 'create', type, '--type', type);
      for (const name of Object.keys(films)) await command('media', 'add', type, name, '--wait');
    }
    for (const query of ['forty dollars', 'stormy weather', 'signed contract'])
      await command(
        ...['search', 'run', query, '--collection', 'rich-transcripts', '--limit', '20', '--clip', at(query)],
      );
    const rubric = ['--name', 'promise', '--instructions', 'Somebody promises to do something'];
    await command('moment-criteria', 'attach', 'moments', ...rubric, '--wait');
    await command('moments', 'list', 'moments', '--all', '--clip', at('promises'));
    const clips: Clip[] = [];
    for (const name of ['forty dollars', 'stormy weather', 'signed contract', 'promises'])
      for (const one of (await readdir(at(name))).filter((file) => /\.(mp4|m4a)$/.test(file))) {
        const beside = await readFile(at(name, one.replace(/\.\w+$/, '.json')), 'utf8');
        clips.push({ ...(JSON.parse(beside) as Clip), clip: at(name, one) });
      }
    expect(clips.length).toBeGreaterThanOrEqual(30);
    expect(new Set(clips.map(({ filename }) => filename))).toEqual(new Set(Object.keys(films)));
    const starts = new Set(clips.map(({ start_time }) => start_time));
    for (const [start] of [said[0], said[1], said[3]]) expect([...starts]).toContain(start);
    const played = await playedAll(
      clips.map(({ clip }) => ({ file: clip, frames: clip.endsWith('.mp4'), sound: true })),
    );
    expect(clips.flatMap((clip, index) => wrongIn(clip, played[index] as Played))).toEqual([]);
  }, 600_000);
});
