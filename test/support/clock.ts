/** What a film shows and plays at each second, by decoding all of it: for films whose brightness is their clock. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { locate } from './programs.ts';

const run = promisify(execFile);

/** A frame: its second, and its mean luma from 16 to 235. */
export type Shown = readonly [seconds: number, luma: number];

/** A film as it is seen and heard. */
export interface Played {
  readonly frames: readonly Shown[];
  /** Seconds at which sound begins and ends, in turn. */
  readonly sound: readonly number[];
  /** Seconds of the end of what is decoded, the last frame counted as long as the one before it. */
  readonly end: number;
}

/** Luma of second n of a film of `brightness`. */
export const lumaOf = (second: number) => 30 + 20 * second;

/** Input options of a picture whose brightness is its second, for up to ten seconds. */
export function brightness(seconds: number, rate = '25', size = '64x36'): string[] {
  const luma = "geq=lum='30+20*floor(T+0.0001)':cb=128:cr=128";
  return ['-f', 'lavfi', '-i', `nullsrc=s=${size}:r=${rate}:d=${seconds},format=yuv420p,${luma}`];
}

/** Input options of a sound: a tone in the first `length` seconds of each second from `from` on. */
export function beeps(seconds: number, from = 0, length = 0.2): string[] {
  const tone = `if(gte(t,${from})*lt(mod(t,1),${length}),0.8*sin(880*2*PI*t),0)`;
  return ['-f', 'lavfi', '-i', `aevalsrc='${tone}':d=${seconds}:s=44100`];
}

/** A file to decode, and what it has. */
export interface Source {
  readonly file: string;
  readonly frames: boolean;
  readonly sound: boolean;
  /** Seconds of one frame, if known. */
  readonly step?: number | undefined;
}

const SOUND_RATE = 8000;
/** Samples that are looked at together: 10 ms. */
const BIN = 80;
/** Level of a beep, of 32,768. */
const LOUD = 6000;
const TICKS = 90_000;

/** Decodes whole files, from their beginning, as a player does: all in one run, because a start of ffmpeg takes long. */
export async function playedAll(sources: readonly Source[]): Promise<Played[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-decoded-'));
  const luma = 'scale=2:2:flags=area:in_range=auto:out_range=limited,format=yuv420p,extractplanes=y';
  const inTime = `aresample=${SOUND_RATE}:async=1:first_pts=0`;
  try {
    const outputs = sources.flatMap(({ frames, sound }, at) => [
      ...(frames ? ['-map', `${at}:V:0`, '-vf', luma, '-fps_mode', 'passthrough'] : []),
      ...(frames
        ? ['-enc_time_base', `1:${TICKS}`, '-f', 'framecrc', path.join(folder, `${at}.frames`)]
        : []),
      ...(sound ? ['-map', `${at}:a:0`, '-ac', '1', '-af', inTime, '-f', 's16le'] : []),
      ...(sound ? [path.join(folder, `${at}.sound`)] : []),
    ]);
    const inputs = sources.flatMap(({ file }) => ['-i', file]);
    await run(locate('ffmpeg'), ['-nostdin', '-v', 'fatal', ...inputs, ...outputs], { maxBuffer: 1 << 24 });
    return await Promise.all(
      sources.map(async ({ frames, sound, step }, at) =>
        toPlayed(
          frames ? framesIn(await readFile(path.join(folder, `${at}.frames`), 'latin1')) : [],
          sound ? await readFile(path.join(folder, `${at}.sound`)) : Buffer.alloc(0),
          step,
        ),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The checksum of framecrc is the sum of the four equal pixels in its lower half. */
function framesIn(text: string): Shown[] {
  const lines = text.split('\n').filter((line) => /^0,/.test(line));
  return lines.map((line): Shown => {
    const [, , time, , , sum = ''] = line.split(',');
    return [Number(time) / TICKS, (Number.parseInt(sum.trim().slice(2), 16) & 0xffff) / 4];
  });
}

function toPlayed(all: readonly Shown[], bytes: Buffer, most = 1): Played {
  const frames = all.filter(([time]) => time > -0.001);
  const samples = new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)),
  );
  const sound: number[] = [];
  for (let at = 0; at < samples.length; at += BIN) {
    const loud = samples.subarray(at, at + BIN).some((sample) => Math.abs(sample) > LOUD);
    if (loud === (sound.length % 2 === 0)) sound.push(at / SOUND_RATE);
  }
  const last = frames.at(-1)?.[0] ?? 0;
  // Frames that show the same may be left out, so that the last step may be long.
  const steps = frames.slice(1).map(([time], at) => time - (frames[at]?.[0] ?? 0));
  const step = Math.min(most, ...steps.filter((one) => one > 0.001));
  return { frames, sound, end: Math.max(frames.length > 0 ? last + step : 0, samples.length / SOUND_RATE) };
}

/** The luma shown at a second: the frame that began last. Before the first it is the first. */
export function lumaAt(frames: readonly Shown[], seconds: number): number {
  const standing = frames.findLast(([time]) => time <= seconds + 0.0005);
  return (standing ?? frames[0])?.[1] ?? Number.NaN;
}

/** Encoders change a luma by less than this; a second changes it by 20. */
const SAME_LUMA = 8;

/** Whether a luma is shown by a film at a second, or at most `frame` seconds before or after. */
export function shows(frames: readonly Shown[], seconds: number, luma: number, frame: number): boolean {
  const near = frames
    .filter(([time]) => time > seconds - frame && time <= seconds + frame)
    .map(([, found]) => found);
  return [lumaAt(frames, seconds - frame), ...near].some((found) => Math.abs(found - luma) < SAME_LUMA);
}

/** Sound begins and ends this close to its second: two packets of AAC. */
const SOUND_SECONDS = 0.06;

/**
 * Compares what is played with a part of a film.
 * @param frame seconds that pictures may be apart
 * @returns what differs, as sentences
 */
export function differences(
  made: Played,
  film: Played,
  { start, end, frame }: { start: number; end: number; frame: number },
): string[] {
  const found: string[] = [];
  const length = end - start;
  if (film.frames.length > 0)
    for (let at = 0; at < length - 0.01; at += 0.05) {
      const luma = lumaAt(made.frames, at);
      if (!shows(film.frames, start + at, luma, frame))
        found.push(`at ${at.toFixed(2)} it shows ${luma} instead of ${lumaAt(film.frames, start + at)}`);
    }
  const expected = inside(film.sound, start, end);
  const heard = inside(made.sound, 0, length);
  const matches = (one: readonly number[], others: readonly number[]) =>
    one.filter(
      (time) =>
        time > SOUND_SECONDS &&
        time < length - SOUND_SECONDS &&
        !others.some((other) => Math.abs(other - time) <= SOUND_SECONDS),
    );
  for (const time of matches(expected, heard)) found.push(`the sound at ${time.toFixed(2)} does not change`);
  for (const time of matches(heard, expected)) found.push(`the sound changes at ${time.toFixed(2)}`);
  if (made.end > length + frame + 0.1 || made.end < length - frame - 0.1)
    found.push(`it lasts ${made.end.toFixed(2)} of ${length.toFixed(2)} s`);
  return found;
}

function inside(times: readonly number[], start: number, end: number): number[] {
  return times.filter((time) => time >= start && time <= end).map((time) => time - start);
}

/** Gets an address without a sign-in, as a player does. */
export type Visit = (url: string) => Promise<{ status: number; arrayBuffer(): Promise<ArrayBuffer> }>;

/** A stream in files: each piece between discontinuities has its own header. */
export interface Fetched {
  readonly pieces: readonly string[];
  /** Second of the stream at which each piece begins, and the end of the last, as the playlist says. */
  readonly begins: readonly number[];
}

/** Fetches a stream by HLS. @param name of its files in the folder */
export async function fetchStream(url: string, visit: Visit, folder: string, name: string): Promise<Fetched> {
  const bytes = async (where: string) => {
    const answer = await visit(where);
    if (answer.status !== 200) throw new Error(`${where} answers ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const text = (await bytes(url)).toString('utf8');
  const pieces: string[] = [];
  const begins = [0];
  for (const piece of text.split('#EXT-X-DISCONTINUITY\n')) {
    const names = [/URI="([^"]+)"/.exec(piece)?.[1] ?? '', ...(piece.match(/^[^#\s].*$/gm) ?? [])];
    const parts: Buffer[] = [];
    for (const one of names) parts.push(await bytes(new URL(one, url).href));
    pieces.push(path.join(folder, `${name}-${pieces.length}.mp4`));
    await writeFile(pieces.at(-1) ?? '', Buffer.concat(parts));
    const lengths = [...piece.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, length]) => Number(length));
    begins.push(lengths.reduce((sum, length) => sum + length, begins.at(-1) ?? 0));
  }
  return { pieces, begins };
}

/** Pieces one after another, as the playlist says. */
export function joined(pieces: readonly Played[], { begins }: Fetched): Played {
  return {
    frames: pieces.flatMap(({ frames }, at) =>
      frames.map(([time, luma]): Shown => [(begins[at] ?? 0) + time, luma]),
    ),
    sound: pieces.flatMap(({ sound }, at) => sound.map((time) => (begins[at] ?? 0) + time)),
    end: (begins.at(-2) ?? 0) + (pieces.at(-1)?.end ?? 0),
  };
}
