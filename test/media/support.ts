import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Ffmpeg, locateFfmpeg } from '../../src/media/index.ts';

const runFile = promisify(execFile);

/** The ffmpeg under test: what a user of this machine would get. */
export const ffmpeg: Ffmpeg = await locateFfmpeg();

/** The same without ffprobe. */
export const alone: Ffmpeg = { ...ffmpeg, ffprobe: undefined };

/** Both ways of probing that this machine has, by name. */
export const ways: [string, Ffmpeg][] = ffmpeg.ffprobe
  ? [
      ['with ffprobe', ffmpeg],
      ['without ffprobe', alone],
    ]
  : [['without ffprobe', alone]];

/** A temporary folder that `drop` deletes. `at` is the path of a name in it. */
export async function tempFolder(): Promise<{
  dir: string;
  at: (...names: string[]) => string;
  drop: () => Promise<void>;
}> {
  const dir = await mkdtemp(join(tmpdir(), 'vau-media-'));
  return {
    dir,
    at: (...names) => join(dir, ...names),
    drop: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Runs ffmpeg without our limits, to create a test file. */
export async function make(...args: string[]): Promise<void> {
  await runFile(ffmpeg.path, ['-nostdin', '-v', 'error', '-y', ...args], { maxBuffer: 1 << 26 });
}

/** A moving test picture of 320x180 as input options. */
export function picture(seconds: number, rate = '25', size = '320x180'): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`];
}

/** A tone as input options. */
export function tone(seconds: number, rate = 44_100): string[] {
  return ['-f', 'lavfi', '-i', `sine=d=${seconds}:sample_rate=${rate}`];
}

export const H264 = ['-c:v', 'libx264', '-preset', 'superfast', '-pix_fmt', 'yuv420p', '-profile:v', 'main'];
export const AAC = ['-c:a', 'aac', '-b:a', '64k'];

/** Each frame is a plain grey that encodes its number: frame n has luma 16 + 7n, up to n = 31. */
export function numbered(frames: number, rate: number): string[] {
  const grey = "geq=lum='16+7*N':cb=128:cr=128";
  return ['-f', 'lavfi', '-i', `color=black:s=64x48:r=${rate}:d=${frames / rate},format=yuv420p,${grey}`];
}

/** The frame number of a full-range grey value. */
export function numberOfGrey(grey: number): number {
  return Math.round((grey * 219) / 255 / 7);
}

/** Rotates an MP4 by writing another matrix into its track header (ISO 14496-12, 8.3.2). */
export async function turnClockwise(file: string): Promise<void> {
  const bytes = await readFile(file);
  const at = bytes.indexOf('tkhd', 0, 'latin1') + 4 + 40;
  [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].forEach((value, index) => {
    bytes.writeInt32BE(value, at + index * 4);
  });
  await writeFile(file, bytes);
}
