import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { locate } from './programs.ts';

const run = promisify(execFile);

/** Sound that ffmpeg encodes in a quarter of the time it takes by default. */
export const AAC = ['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '32k'];

/** A picture of 320x180 at 10 frames a second with a tone, `seconds` long. */
export function makeVideo(seconds: number): Promise<Buffer> {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=10:d=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=d=${seconds}:sample_rate=44100`];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...AAC];
  return make([...picture, ...tone, ...codecs, '-movflags', '+faststart'], 'mp4');
}

/** The first seconds of the film in assets/, as they are: pictures, speech, text and subtitles. */
export function startOfHarbour(seconds: number): Promise<Buffer> {
  const whole = fileURLToPath(new URL('../../assets/harbour.mp4', import.meta.url));
  return make(['-i', whole, '-t', String(seconds), '-map', '0', '-c', 'copy'], 'mp4');
}

/** A mono tone of 44.1 kHz, `seconds` long. */
export function makeAudio(seconds: number): Promise<Buffer> {
  return make(['-f', 'lavfi', '-i', `sine=d=${seconds}:sample_rate=44100`], 'wav');
}

/** A picture of 200x100. */
export function makeImage(): Promise<Buffer> {
  return make(['-f', 'lavfi', '-i', 'testsrc2=s=200x100:d=1', '-frames:v', '1'], 'png');
}

/**
 * Runs ffmpeg with these options into a file of that extension. What other tests of the run made with the same options
 * is taken from the folder that the global set-up made for it.
 */
export async function make(args: readonly string[], extension: string): Promise<Buffer> {
  const shared = process.env.VAU_TEST_FILMS;
  const folder = shared ?? (await mkdtemp(path.join(os.tmpdir(), 'vau-film-')));
  const name = createHash('sha256')
    .update(JSON.stringify([args, extension]))
    .digest('hex');
  const file = path.join(folder, `${name}.${extension}`);
  try {
    return await readFile(file).catch(async () => {
      const half = path.join(folder, `${randomUUID()}.${extension}`);
      await run(locate('ffmpeg'), ['-nostdin', '-v', 'error', ...args, half]);
      await rename(half, file);
      return readFile(file);
    });
  } finally {
    if (!shared) await rm(folder, { recursive: true, force: true });
  }
}

/** A silent film of plain colours, `seconds` of each: 160x90 at 10 frames a second. */
export function makeColours(colours: readonly string[], seconds = 4): Promise<Buffer> {
  const inputs = colours.flatMap((colour) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:s=160x90:r=10:d=${seconds}`,
  ]);
  const joined = `${colours.map((_, at) => `[${at}:v]`).join('')}concat=n=${colours.length}`;
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10'];
  return make([...inputs, '-filter_complex', joined, ...codecs, '-movflags', '+faststart'], 'mp4');
}
