import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globalArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Ffmpeg } from '../types.ts';

export interface RawImageOptions {
  /** Pixels of every picture that is given back. */
  width: number;
  height: number;
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
}

/**
 * Decodes JPEG pictures, scaled to one size, as raw rgb24: row by row, without padding, in the order given.
 * @throws MediaError
 */
export async function rawImages(jpegs: readonly Buffer[], options: RawImageOptions): Promise<Buffer[]> {
  const { width, height, ffmpeg, signal } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vau-pictures-'));
  try {
    const file = join(folder, 'pictures.mjpeg');
    await writeFile(file, Buffer.concat(jpegs));
    const input = ['-protocol_whitelist', 'file,pipe', '-f', 'mjpeg', '-i', `file:${file}`];
    const scale = ['-vf', `scale=${width}:${height}`, '-pix_fmt', 'rgb24'];
    const args = [...globalArgs(), ...input, ...scale, '-f', 'rawvideo', 'pipe:1'];
    const bytes = width * height * 3;
    const { stdout } = await run(ffmpeg.path, args, { file, signal, maxOutputBytes: bytes * jpegs.length });
    return jpegs.map((_, index) => stdout.subarray(index * bytes, (index + 1) * bytes));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
