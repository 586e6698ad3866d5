import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { openWindow } from '../clock/window.ts';
import { MediaError } from '../errors.ts';
import { frameSync, globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { patienceFor } from '../probe/bounds.ts';
import { type Measured, measure } from '../probe/measure.ts';
import { once } from '../remember.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';

const END = Buffer.from([0xff, 0xd9, 0xff, 0xd8]);

/**
 * Splits concatenated JPEG pictures, as ffmpeg's mjpeg encoder writes them. They contain no thumbnails, and
 * entropy-coded data never contains the end marker.
 */
export function splitJpegs(bytes: Buffer): Buffer[] {
  const pictures: Buffer[] = [];
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(END, from);
    const to = end === -1 ? bytes.length : end + 2;
    pictures.push(bytes.subarray(from, to));
    from = to;
  }
  return pictures;
}

/** Splits pictures that arrive in pieces of any size. */
interface JpegCutter {
  /** @returns the complete pictures; they share memory with the pieces */
  push(piece: Buffer): Buffer[];
  /** Call it at the end of the stream; returns the last picture. */
  rest(): Buffer | undefined;
}

/** The same for a stream: each picture is returned once it is complete. */
export function jpegCutter(): JpegCutter {
  let rest: Buffer = Buffer.alloc(0);
  return {
    push: (piece) => {
      const pictures: Buffer[] = [];
      // The marker may span two pieces.
      let from = Math.max(0, rest.length - END.length + 1);
      rest = Buffer.concat([rest, piece]);
      for (let end = rest.indexOf(END, from); end !== -1; end = rest.indexOf(END, from)) {
        pictures.push(rest.subarray(0, end + 2));
        rest = rest.subarray(end + 2);
        from = 0;
      }
      return pictures;
    },
    rest: () => (rest.length > 0 ? rest : undefined),
  };
}

/** The pictures in a stream, one after another. */
export async function* jpegsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const cutter = jpegCutter();
  for await (const piece of pieces) yield* cutter.push(piece);
  const last = cutter.rest();
  if (last) yield last;
}

export interface StillOptions {
  ffmpeg: Ffmpeg;
  /** Maximum width in pixels; smaller pictures are never enlarged. Default 640. */
  maxWidth?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** The frame at a time is the last one that starts at or before it; times are compared with this tolerance. */
export const SLACK_SECONDS = 0.001;
/**
 * How far back to search for a frame first: 0.25 s contains one in any film, but screen recordings stand still for
 * seconds.
 */
const NEAR_SECONDS = 0.25;
const STILL_SECONDS = 4;
const NEAR_WINDOWS = [NEAR_SECONDS, STILL_SECONDS];
/** How far back to search last, if seeking to a key frame fails. */
const FAR_SECONDS = 60;

/** Scales to the display aspect ratio and at most the given width; the picture is already upright. */
export function scaleFilter(maxWidth: number): string {
  return `scale=w='max(1,min(${maxWidth},round(iw*sar)))':h='max(1,round(ow/dar))',setsar=1`;
}

/** Encodes every frame that passes a filter as JPEG on standard output. */
export function jpegOutput(filter: string, ffmpeg: Ffmpeg): string[] {
  const map = ['-map', '0:V:0', '-an', '-sn', '-dn', '-map_metadata', '-1'];
  const encode = ['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-strict', 'unofficial'];
  return [
    ...map,
    '-vf',
    // Two neighbours may have the same time, by rounding or by damage, which the encoder refuses: it gets their numbers.
    `${filter},settb=1/25,setpts=N`,
    ...['-enc_time_base', '1:25'],
    ...frameSync(ffmpeg, 'passthrough'),
    ...encode,
    '-f',
    'image2pipe',
    'pipe:1',
  ];
}

/** Gives the frame shown at a second, as JPEG. */
export type StillFinder = (seconds: number) => Promise<Buffer>;

/**
 * Finds the frames of one file. Before the first frame it is the first, after the last it is the last. It remembers
 * where these are, because audio and subtitles may continue for hours without any frame.
 * @param duration duration of the file in seconds, if known
 * @returns rejects with a MediaError if the file has no picture or it cannot be decoded
 */
export function stillFinder(
  file: string,
  sniffed: Sniffed,
  options: StillOptions & { duration?: number | undefined },
): StillFinder {
  if (sniffed.picture && !sniffed.animated) return () => picture(file, options);
  let known = false;
  const span = once(() => spanOfPictures(file, sniffed, options));
  const first = once(() => firstFrame(file, sniffed, options));
  const last = once(async () => anyBefore(file, sniffed, (await span()).seconds, options));
  return async (seconds) => {
    const wanted = Math.max(0, Math.min(seconds, options.duration ?? seconds));
    const near = known ? undefined : await nearestBefore(file, wanted, NEAR_WINDOWS, options);
    if (near) return near;
    known = true;
    const { begin, seconds: end } = await span();
    if (wanted < begin) return first();
    return wanted < end ? anyBefore(file, sniffed, wanted, options) : last();
  };
}

/** The frame that stands at a second, where one began shortly before or a key frame leads to it. */
async function standingAt(file: string, seconds: number, options: StillOptions) {
  return (
    (await nearestBefore(file, seconds, NEAR_WINDOWS, options)) ??
    (await sinceKeyFrame(file, seconds, options))
  );
}

/** The frame that stands at a second, however long ago it began, or else the first there is. */
async function anyBefore(file: string, sniffed: Sniffed, seconds: number, options: StillOptions) {
  return (
    (await standingAt(file, seconds, options)) ??
    (await nearestBefore(file, seconds, [FAR_SECONDS, seconds], options)) ??
    firstFrame(file, sniffed, options)
  );
}

/** Searches back from a time in ever longer windows for the last frame that starts in one. */
async function nearestBefore(
  file: string,
  seconds: number,
  windows: readonly number[],
  options: StillOptions,
): Promise<Buffer | undefined> {
  for (const window of windows) {
    const found = await lastFrame(file, Math.max(0, seconds - window), seconds, options);
    if (found) return found;
    if (window >= seconds) break;
  }
  return undefined;
}

async function encoded(
  file: string,
  input: readonly string[],
  filter: string,
  options: StillOptions,
): Promise<Buffer[]> {
  const args = [...globalArgs(), ...input, ...jpegOutput(filter, options.ffmpeg)];
  const { stdout } = await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: 120,
  });
  return splitJpegs(stdout);
}

/** The last frame that starts in a window. */
async function lastFrame(file: string, from: number, to: number, options: StillOptions) {
  const window = { startSeconds: from, endSeconds: to + SLACK_SECONDS };
  const { input, frames, framesEnd } = await openWindow(file, window, options);
  const filter = `${frames}trim=start=0${framesEnd},${scaleFilter(options.maxWidth ?? 640)}`;
  return (await encoded(file, input, filter, options)).at(-1);
}

/** The frame shown at a time, for however long: the last one since the previous key frame. */
async function sinceKeyFrame(file: string, seconds: number, options: StillOptions) {
  const window = { startSeconds: seconds, endSeconds: seconds + SLACK_SECONDS };
  const { input, frames, framesEnd } = await openWindow(file, window, options);
  const filter = `${frames}null${framesEnd},${scaleFilter(options.maxWidth ?? 640)}`;
  return (await encoded(file, input, filter, options)).at(-1);
}

/** Start and end of the main video's packets, whatever audio and subtitles surround them. */
async function spanOfPictures(
  file: string,
  sniffed: Sniffed,
  { ffmpeg, signal }: StillOptions,
): Promise<Measured> {
  const timeoutSeconds = patienceFor((await stat(file)).size);
  return measure(file, sniffed, { ffmpeg, signal, timeoutSeconds, streams: ['0:V:0'] });
}

async function firstFrame(file: string, sniffed: Sniffed, options: StillOptions): Promise<Buffer> {
  const filter = scaleFilter(options.maxWidth ?? 640);
  const input = [...inputArgs(file, sniffed), '-frames:v', '1'];
  const [found] = await encoded(file, input, filter, options);
  if (found) return found;
  throw new MediaError('unreadable', `${basename(file)}: it has no picture that can be decoded`);
}

async function picture(file: string, options: StillOptions): Promise<Buffer> {
  const { input, frames } = await openWindow(file, {}, options);
  const filter = `${frames}${scaleFilter(options.maxWidth ?? 640)}`;
  const [found] = await encoded(file, [...input, '-frames:v', '1'], filter, options);
  if (found) return found;
  throw new MediaError('unreadable', `${basename(file)}: the picture cannot be decoded`);
}
