import path from 'node:path';
import { FINE_TICKS } from '../clock/rate.ts';
import { openWindow } from '../clock/window.ts';
import { type DamageReader, FILM_TIMES, TIMED_LEVEL } from '../decode/damage.ts';
import { pastEnd } from '../decode/decode.ts';
import { COLOUR_MAPS, EVEN, type Grey, greysOf, splitColour } from '../decode/grey.ts';
import { scaleFilter } from '../decode/stills.ts';
import { frameSync, globalArgs } from '../ffmpeg/input.ts';
import { blocks, stream } from '../ffmpeg/stream.ts';
import { ratioOf } from '../probe/shape.ts';
import type { Ffmpeg, FrameRate } from '../types.ts';
import { LOOK_HEIGHT, LOOK_WIDTH } from './frame-analysis.ts';
import type { ShotFrame } from './types.ts';

/** Pictures spread evenly over a film: picture n of `count` is the frame shown at (n + 0.5) * seconds / count. */
export interface SpreadPictures {
  count: number;
  /** Duration of the film. */
  seconds: number;
  maxWidth: number;
}

export interface FilmPassOptions {
  ffmpeg: Ffmpeg;
  /** Small frames per second, from `shotRate`. */
  rate: FrameRate;
  pictures: SpreadPictures;
  /** An empty folder. Pictures are written to it atomically; see `picturePath`. */
  folder: string;
  signal?: AbortSignal | undefined;
  /** Is told where the decoder reported errors. */
  damage?: DamageReader | undefined;
}

/** Path of picture n of a pass, from 0. */
export function picturePath(folder: string, index: number): string {
  return path.join(folder, `${String(index).padStart(6, '0')}.pgm`);
}

/**
 * Decodes a film once for two purposes: every frame small, like `shotFrames`, and pictures as grey maps with colour (`splitColour`). A slow reader
 * of the frames slows down the decoder, and with it the pictures. A frame and the previous one stay valid; older ones
 * are overwritten.
 * @throws MediaError if the file has no picture or cannot be decoded
 */
export async function* filmPass(file: string, options: FilmPassOptions): AsyncGenerator<ShotFrame> {
  const { ffmpeg, rate, pictures, folder, signal } = options;
  const whole = { endSeconds: pastEnd(pictures.seconds) };
  const { input, framesEnd } = await openWindow(file, whole, options);
  const small = `fps=fps=${rate.rational}:start_time=0:round=near${framesEnd},scale=${LOOK_WIDTH}:${LOOK_HEIGHT}:flags=area,format=rgb24`;
  const graph = `[0:V:0]split=3[a][b][c];[c]${FILM_TIMES};[a]${small}[small];[b]${spread(pictures)},trim=end=${pictures.seconds.toFixed(6)},${scaleFilter(pictures.maxWidth)},${EVEN}[large]`;
  const sync = frameSync(ffmpeg, 'passthrough');
  const args = [...globalArgs(TIMED_LEVEL), '-nostats', ...input, '-filter_complex', graph];
  args.push('-map', '[large]', ...COLOUR_MAPS);
  // One thread: with more, the encoder holds back as many pictures.
  args.push('-threads', '1', ...sync, '-f', 'image2', '-atomic_writing', '1');
  args.push('-start_number', '0', path.join(folder.replaceAll('%', '%%'), '%06d.pgm'));
  args.push('-map', '[small]', ...sync, '-flush_packets', '0', '-f', 'rawvideo', 'pipe:1');
  const [frames, seconds] = ratioOf(rate.rational) ?? [25, 1];
  let index = 0;
  const output = stream(ffmpeg.path, args, { file, signal, onErrorText: options.damage?.read });
  for await (const data of blocks(output, LOOK_WIDTH * LOOK_HEIGHT * 3, 2)) {
    yield { seconds: (index * seconds) / frames, data };
    index += 1;
  }
}

/** The filter for spread pictures: shifts all by half a step, then spaces them evenly. */
function spread({ count, seconds }: SpreadPictures): string {
  const shift = (seconds / count / 2).toFixed(6);
  return `${FINE_TICKS}setpts=PTS-${shift}/TB,fps=fps=${count * 1000}/${Math.round(seconds * 1000)}:round=up:start_time=0`;
}

/**
 * Yields pictures spread evenly over a film in one pass, holding one in memory.
 * @throws MediaError if the file has no picture or cannot be decoded
 */
export async function* spreadGreys(
  file: string,
  pictures: SpreadPictures,
  { ffmpeg, signal }: { ffmpeg: Ffmpeg; signal?: AbortSignal | undefined },
): AsyncGenerator<Grey> {
  const options = { ffmpeg, signal };
  const { input, framesEnd } = await openWindow(file, { endSeconds: pictures.seconds }, options);
  const filter = `${spread(pictures)}${framesEnd},${scaleFilter(pictures.maxWidth)},${EVEN}`;
  const args = [...globalArgs(), ...input, '-map', '0:V:0', '-vf', filter];
  args.push(...frameSync(ffmpeg, 'passthrough'), ...COLOUR_MAPS, '-f', 'image2pipe', 'pipe:1');
  for await (const map of greysOf(stream(ffmpeg.path, args, { file, signal }))) yield splitColour(map);
}
