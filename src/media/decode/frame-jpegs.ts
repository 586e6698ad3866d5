import { openWindow } from '../clock/window.ts';
import { globalArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { stream } from '../ffmpeg/stream.ts';
import type { Ffmpeg } from '../types.ts';
import { evenly, isBefore } from './decode.ts';
import { jpegOutput, jpegsOf, type StillOptions, scaleFilter, splitJpegs } from './stills.ts';
import { frameImages } from './thumbnails.ts';

export interface FrameJpegsOptions extends StillOptions {
  /** Frames per second, evenly spaced. */
  fps: number;
  /** The part of the file, in seconds; default all of it. */
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}

/** One frame of an evenly spaced sequence. */
export interface FrameJpeg {
  /** Index in the sequence, from 0. */
  index: number;
  /** Seconds from the start of the file. */
  seconds: number;
  jpeg: Buffer;
}

/**
 * Yields evenly spaced frames as JPEG in one pass, holding one in memory. They are the frames that `decodeFrames`
 * returns with the same fps and window: upright, with the display aspect ratio, never enlarged. Where the picture ends before
 * the window, as the sound may outlast it, there is one: the frame that stands at its start.
 * @throws MediaError if the file has no picture or cannot be decoded
 */
export async function* frameJpegs(file: string, options: FrameJpegsOptions): AsyncGenerator<FrameJpeg> {
  const { fps, ffmpeg } = options;
  const { input, frames, framesEnd } = await openWindow(file, options, options);
  const args = [...globalArgs(), ...input];
  args.push(
    ...jpegOutput(`${frames}${evenly(fps)}${framesEnd},${scaleFilter(options.maxWidth ?? 640)}`, ffmpeg),
  );
  let index = 0;
  for await (const jpeg of jpegsOf(stream(ffmpeg.path, args, { file, signal: options.signal }))) {
    const seconds = (options.startSeconds ?? 0) + index / fps;
    if (!isBefore(seconds, options.endSeconds)) return;
    yield { index, seconds, jpeg };
    index += 1;
  }
  if (index > 0) return;
  const [standing] = await frameImages(file, [options.startSeconds ?? 0], options);
  if (standing) yield { index, ...standing };
}

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
