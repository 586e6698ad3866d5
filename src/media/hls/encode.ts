import { splitJpegs } from '../decode/jpegs.ts';
import { jpegOutput } from '../decode/stills.ts';
import { globalArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Ffmpeg } from '../types.ts';

/**
 * Encodes raw pictures of one size as JPEG.
 * @param file a file of ours: concatenated rgb24 pictures without padding
 * @throws MediaError
 */
export async function encodeJpegs(
  file: string,
  options: { width: number; height: number; ffmpeg: Ffmpeg; signal?: AbortSignal | undefined },
): Promise<Buffer[]> {
  const { width, height, ffmpeg, signal } = options;
  const raw = ['-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${width}x${height}`];
  const args = [...globalArgs(), '-protocol_whitelist', 'file,pipe', ...raw, '-i', `file:${file}`];
  args.push(...jpegOutput('null', ffmpeg));
  const { stdout } = await run(ffmpeg.path, args, { file, signal });
  return splitJpegs(stdout);
}
