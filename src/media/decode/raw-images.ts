import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globalArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Ffmpeg } from '../types.ts';
import { COLOUR_MAPS, EVEN, type Grey, greysIn, splitColour } from './grey.ts';

interface DecodeOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
}

export interface RawImageOptions extends DecodeOptions {
  /** Width of every returned picture in pixels. */
  width: number;
  height: number;
  /** Scales until the picture covers the size and cuts out the middle; default: the picture is stretched. */
  crop?: boolean | undefined;
}

/** Maximum size of the decoded pictures per call, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Decodes JPEG pictures, scaled to one size, as raw rgb24: row by row, without padding, in the given order.
 * @throws MediaError
 */
export async function rawImages(jpegs: readonly Buffer[], options: RawImageOptions): Promise<Buffer[]> {
  const { width, height, crop = false } = options;
  const bytes = width * height * 3;
  const size = `scale=${width}:${height}`;
  const filter = crop ? `${size}:force_original_aspect_ratio=increase,crop=${width}:${height}` : size;
  const scale = ['-vf', filter, '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
  const pixels = await decode(jpegs, scale, bytes * jpegs.length, options);
  return jpegs.map((_, index) => pixels.subarray(index * bytes, (index + 1) * bytes));
}

/**
 * Decodes JPEG pictures of one size as grey pixels with their colour, in the given order.
 * @throws MediaError if one cannot be decoded
 */
export async function greyImages(jpegs: readonly Buffer[], options: DecodeOptions): Promise<Grey[]> {
  const output = await decode(jpegs, ['-vf', EVEN, ...COLOUR_MAPS, '-f', 'image2pipe'], MAX_BYTES, options);
  return greysIn(output).map(splitColour);
}

async function decode(
  jpegs: readonly Buffer[],
  output: readonly string[],
  maxOutputBytes: number,
  { ffmpeg, signal }: DecodeOptions,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'vau-pictures-'));
  try {
    const file = join(folder, 'pictures.mjpeg');
    await writeFile(file, Buffer.concat(jpegs));
    const input = ['-protocol_whitelist', 'file,pipe', '-f', 'mjpeg', '-i', `file:${file}`];
    const args = [...globalArgs(), ...input, ...output, 'pipe:1'];
    return (await run(ffmpeg.path, args, { file, signal, maxOutputBytes })).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
