/** vau probe gives the duration of what is there, whatever the header of the file claims; with the real binary. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaProbe } from '../../src/media/types.ts';
import { AAC, ffmpeg, H264, make, picture, tempFolder, tone } from '../media/support.ts';
import { emptyHome, type Home, vau } from '../support/vau.ts';

type Probed = MediaProbe & { file: string };

const { dir, at, drop } = await tempFolder();
/** Seconds of the film, and what wrong headers claim of it. */
const [SECONDS, SHORT, LONG] = [6, 1, 600];
let home: Home;
let probed: Map<string, Probed>;

/** A copy of a file with other bytes at the places that `find` gives. */
async function patched(from: string, to: string, patch: (bytes: Buffer) => void): Promise<void> {
  const bytes = await readFile(at(from));
  patch(bytes);
  await writeFile(at(to), bytes);
}

/** Writes a claim behind each mark in a file. */
const behind =
  (mark: string, skip: number, write: (bytes: Buffer, at: number) => void) => (bytes: Buffer) => {
    const places = [];
    for (let place = bytes.indexOf(mark, 0, 'latin1'); place !== -1; ) {
      places.push(place + mark.length + skip);
      place = bytes.indexOf(mark, place + 1, 'latin1');
    }
    expect(places.length, mark).toBeGreaterThan(0);
    for (const place of places) write(bytes, place);
  };

const half = async (from: string, to: string) => {
  const bytes = await readFile(at(from));
  await writeFile(at(to), bytes.subarray(0, bytes.length / 2));
};
const joined = async (from: string, to: string) => {
  const bytes = await readFile(at(from));
  await writeFile(at(to), Buffer.concat([bytes, bytes]));
};

beforeAll(async () => {
  home = await emptyHome();
  const film = [...picture(SECONDS, '25', '160x90'), ...tone(SECONDS, 48_000), '-g', '25'];
  await make(...film, ...H264, ...AAC, '-movflags', '+faststart', at('film.mp4'));
  for (const name of ['film.mkv', 'film.flv', 'film.ts'])
    await make('-i', at('film.mp4'), '-c', 'copy', at(name));
  await make('-i', at('film.mp4'), '-c:v', 'mpeg4', '-c:a', 'pcm_s16le', at('film.avi'));
  for (const name of ['film.wav', 'film.flac', 'film.ogg']) await make('-i', at('film.mp4'), '-vn', at(name));
  // Two bit rates, so that an estimate by the first frames is far off.
  const quiet = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono:d=10'];
  const loud = ['-f', 'lavfi', '-i', 'anoisesrc=r=44100:d=10:a=0.6'];
  const both = ['-filter_complex', 'concat=n=2:v=0:a=1', '-c:a', 'libmp3lame', '-q:a', '4'];
  await make(...quiet, ...loud, ...both, '-write_xing', '0', '-id3v2_version', '0', at('plain.mp3'));
  await make(...quiet, ...loud, ...both, at('table.mp3'));

  for (const [name, seconds] of [
    ['short', SHORT],
    ['long', LONG],
  ] as const) {
    const ticks = (bytes: Buffer, place: number) => bytes.writeUInt32BE(seconds * 1000, place);
    await patched('film.mp4', `${name}.mp4`, behind('mvhd', 16, ticks));
    const double = (bytes: Buffer, place: number) => bytes.writeDoubleBE(seconds * 1000, place);
    await patched('film.mkv', `${name}.mkv`, behind('\x44\x89\x88', 0, double));
    const number = (bytes: Buffer, place: number) => bytes.writeDoubleBE(seconds, place);
    await patched('film.flv', `${name}.flv`, behind('duration', 1, number));
    const samples = (bytes: Buffer, place: number) => bytes.writeUInt32BE(seconds * 48_000, place);
    await patched('film.flac', `${name}.flac`, (bytes) => samples(bytes, 22));
    const size = (bytes: Buffer, place: number) => bytes.writeUInt32LE(seconds * 96_000, place);
    await patched('film.wav', `${name}.wav`, behind('data', 0, size));
    const frames = (bytes: Buffer, place: number) => bytes.writeUInt32BE(Math.round(seconds * 38.28), place);
    await patched('table.mp3', `${name}.mp3`, behind('Xing', 4, frames));
  }
  await make('-i', at('film.mkv'), '-c', 'copy', '-live', '1', '-f', 'matroska', at('live.mkv'));
  for (const name of ['film.mp4', 'film.mkv', 'film.wav', 'film.flac', 'film.avi'])
    await half(name, `cut-${name}`);
  await joined('film.ogg', 'twice.ogg');
  await joined('film.ts', 'twice.ts');
  await joined('table.mp3', 'twice.mp3');

  // The last caption is shown for longer than there is a film.
  await writeFile(at('late.srt'), '1\n00:00:05,000 --> 00:00:14,000\nThe end.\n');
  const titled = ['-i', at('film.mp4'), '-i', at('late.srt'), '-map', '0', '-map', '1', '-c', 'copy'];
  await make(...titled, '-c:s', 'mov_text', at('titled.mp4'));
  await make(...titled, at('titled.mkv'));
  const { stdout } = await vau(['probe', '.', '-o', 'json'], { env: home.env, cwd: dir, timeout: 120_000 });
  probed = new Map((JSON.parse(stdout) as Probed[]).map((one) => [one.file, one]));
});
afterAll(async () => {
  await drop();
  await home.remove();
});

/** Seconds that a decoder gets out of a file: the end of its last frame or sample. */
async function decoded(name: string): Promise<number> {
  const all = name.endsWith('.wav') ? ['-ignore_length', '1'] : [];
  const args = ['-v', 'fatal', ...all, '-i', at(name), '-f', 'framecrc', '-'];
  const { stdout } = await promisify(execFile)(ffmpeg.path, args, { maxBuffer: 1 << 26 });
  const ticks = new Map<string, number>();
  let end = 0;
  for (const line of stdout.split('\n')) {
    const [, stream, top, bottom] = /^#tb (\d+): (\d+)\/(\d+)/.exec(line) ?? [];
    if (stream !== undefined) ticks.set(stream, Number(top) / Number(bottom));
    const [number = '', , time, lasts] = line.split(',');
    const tick = ticks.get(number);
    if (tick !== undefined) end = Math.max(end, (Number(time) + Number(lasts)) * tick);
  }
  return end;
}

const NAMES = [
  ...['plain.mp3', 'table.mp3', 'live.mkv', 'twice.ogg', 'twice.ts', 'twice.mp3'],
  ...['mp4', 'mkv', 'flv', 'flac', 'wav', 'mp3'].flatMap((ending) => [`short.${ending}`, `long.${ending}`]),
  ...['cut-film.mp4', 'cut-film.mkv', 'cut-film.wav', 'cut-film.flac', 'cut-film.avi'],
];

it.each(NAMES)('is that of the content: %s', async (name) => {
  const found = probed.get(name)?.duration_seconds ?? 0;
  // A frame may be counted or not: the longest here has 96 ms.
  expect(Math.abs(found - (await decoded(name)))).toBeLessThan(0.1);
});

it('is as it was made', () => {
  const expected = { 'plain.mp3': 20, 'short.mp3': 20, 'twice.mp3': 40, 'twice.ts': 12, 'twice.ogg': 12 };
  for (const [name, seconds] of Object.entries(expected))
    expect(probed.get(name)?.duration_seconds, name).toBeCloseTo(seconds, 0);
  for (const name of ['short.mkv', 'long.mkv', 'short.wav', 'long.flac', 'short.mp4', 'long.flv'])
    expect(probed.get(name)?.duration_seconds, name).toBeCloseTo(SECONDS, 0);
});

it('says what the header claims, if that is wrong', async () => {
  for (const ending of ['mp4', 'mkv', 'flv', 'flac', 'wav', 'mp3'])
    for (const [name, seconds] of [
      ['short', SHORT],
      ['long', LONG],
    ] as const)
      expect(probed.get(`${name}.${ending}`)?.claimed_seconds, `${name}.${ending}`).toBeCloseTo(seconds, 0);
  for (const name of ['cut-film.mp4', 'cut-film.mkv', 'cut-film.wav', 'cut-film.flac'])
    expect(probed.get(name)?.claimed_seconds, name).toBeCloseTo(SECONDS, 0);
  for (const name of ['film.mp4', 'film.mkv', 'film.ts', 'film.avi', 'film.wav', 'plain.mp3', 'table.mp3'])
    expect(probed.get(name)?.claimed_seconds, name).toBeNull();
  for (const name of ['titled.mp4', 'titled.mkv']) {
    expect(probed.get(name)?.duration_seconds, name).toBeCloseTo(SECONDS, 0);
    expect(probed.get(name)?.claimed_seconds, name).toBeNull();
  }
  const { stdout } = await vau(['probe', 'short.mkv'], { env: home.env, cwd: dir });
  expect(stdout).toMatch(/^duration +0:00:06\.\d+ \(its header claims 0:00:01\.000\)$/m);
});
