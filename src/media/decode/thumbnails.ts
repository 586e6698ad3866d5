import { writeFile } from 'node:fs/promises';
import { openWindow } from '../clock/window.ts';
import { globalArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { writeWhole } from '../files.ts';
import { sniffFile } from '../sniff/sniff.ts';
import {
  jpegCutter,
  jpegOutput,
  SLACK_SECONDS,
  type StillOptions,
  scaleFilter,
  stillFinder,
} from './stills.ts';

/** Up to about this many stills, seeking to each is faster than decoding everything in between. */
const FEW = 20;
/** A seek decodes half the distance between two key frames, about 5 s of film; closer stills share a pass. */
const DENSE_SECONDS = 5;
/** Times per run: each is a term in a filter expression. */
const BATCH = 40;
/** A frame starts within this time before the requested one, unless the picture stands still. */
const WINDOW_SECONDS = 0.25;

/** @returns whether the times are so close that one pass over the film is cheaper than seeking */
export function isDense(times: readonly number[]): boolean {
  if (times.length <= FEW) return false;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const time of times) {
    low = Math.min(low, time);
    high = Math.max(high, time);
  }
  return (high - low) / times.length < DENSE_SECONDS;
}

/**
 * Finds the frames shown at many times by decoding once. Memory holds the returned pictures, and a few more.
 * @returns JPEGs by second; times without a frame that starts shortly before are missing
 * @throws MediaError
 */
async function stillsInOnePass(
  file: string,
  times: readonly number[],
  options: StillOptions,
): Promise<Map<number, Buffer>> {
  const sorted = [...new Set(times)].filter((time) => time >= 0).sort((a, b) => a - b);
  const found = new Map<number, Buffer>();
  for (let at = 0; at < sorted.length; at += BATCH) {
    await onePass(file, sorted.slice(at, at + BATCH), options, found);
  }
  return found;
}

async function onePass(
  file: string,
  times: readonly number[],
  options: StillOptions,
  found: Map<number, Buffer>,
): Promise<void> {
  const start = Math.max(0, (times[0] ?? 0) - WINDOW_SECONDS);
  const window = { startSeconds: start, endSeconds: (times.at(-1) ?? 0) + SLACK_SECONDS };
  const terms = times.map((time) => {
    const to = time - start + SLACK_SECONDS;
    return `between(t,${Math.max(0, to - WINDOW_SECONDS).toFixed(4)},${to.toFixed(4)})`;
  });
  // showinfo prints the time of each frame that passes, in the order of the pictures on standard output.
  const { input, frames, framesEnd } = await openWindow(file, window, options);
  const scale = scaleFilter(options.maxWidth ?? 640);
  const filter = `${frames}select='${terms.join('+')}'${framesEnd},${scale},showinfo`;
  const args = [...globalArgs('info'), '-nostats', ...input];
  args.push(...jpegOutput(filter, options.ffmpeg));
  const cutter = jpegCutter();
  const pairs = pairUp((time, jpeg) => keepNear(times, start, time, jpeg, found));
  await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: 1800,
    onErrorText: timeReader(pairs.time),
    onOutput: (piece) => {
      for (const jpeg of cutter.push(piece)) pairs.jpeg(jpeg);
    },
  });
  const last = cutter.rest();
  if (last) pairs.jpeg(last);
}

/** Pairs the n-th time on standard error with the n-th picture on standard output. */
function pairUp(take: (time: number, jpeg: Buffer) => void) {
  const times: number[] = [];
  const jpegs: Buffer[] = [];
  const match = () => {
    while (times.length > 0 && jpegs.length > 0) take(times.shift() ?? 0, jpegs.shift() ?? Buffer.alloc(0));
  };
  return {
    time: (time: number) => {
      times.push(time);
      match();
    },
    jpeg: (jpeg: Buffer) => {
      jpegs.push(jpeg);
      match();
    },
  };
}

/** Parses frame times from showinfo's output. */
function timeReader(onTime: (time: number) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const time = /showinfo.* n: *\d+ .*pts_time:(-?[\d.]+)/.exec(line)?.[1];
      if (time !== undefined) onTime(Number(time));
    }
  };
}

/** Assigns a frame to the times at or shortly after its start; a later, nearer frame replaces it. */
function keepNear(
  moments: readonly number[],
  start: number,
  begins: number,
  jpeg: Buffer,
  found: Map<number, Buffer>,
): void {
  for (const moment of moments) {
    const to = moment - start + SLACK_SECONDS;
    // A copy, so that the pipe's buffer can be freed.
    if (begins < to && to - begins <= WINDOW_SECONDS) found.set(moment, Buffer.from(jpeg));
  }
}

/** Number of parallel seeks; each opens the file and decodes from the previous key frame. */
const SEEKS_AT_ONCE = 2;

export interface FrameImageOptions extends StillOptions {
  /** Probed duration in seconds. Saves reading the file to its end if a time lies beyond it. */
  duration?: number | null | undefined;
}

/** A JPEG of the frame shown at a second. */
export interface FrameImage {
  /** The requested time in seconds. */
  seconds: number;
  jpeg: Buffer;
}

/**
 * Writes the frame shown at a time as a JPEG, upright, with the display aspect ratio, never enlarged. Beyond the end it
 * is the last frame. Images are their own frame. The file is written atomically.
 * @throws MediaError if the file has no picture that can be decoded
 */
export async function thumbnailAt(
  file: string,
  seconds: number,
  options: FrameImageOptions,
  outPath: string,
): Promise<void> {
  const [image] = await frameImages(file, [seconds], options);
  if (!image) return;
  await writeWhole(outPath, (part) => writeFile(part, image.jpeg));
}

/**
 * The frames shown at some times, frame-accurate, in the requested order. Uses seeking for a few or distant frames, and
 * one pass over the film for many close ones.
 * @throws MediaError if the file has no picture that can be decoded
 */
export async function frameImages(
  file: string,
  times: readonly number[],
  options: FrameImageOptions,
): Promise<FrameImage[]> {
  const sniffed = await sniffFile(file);
  const moving = !sniffed.picture || sniffed.animated;
  const exact = { ...options, duration: options.duration ?? undefined };
  const images = new Array<FrameImage | undefined>(times.length);
  const dense = moving && isDense(times);
  const passed = dense ? await stillsInOnePass(file, times, exact) : new Map<number, Buffer>();
  const stillAt = stillFinder(file, sniffed, exact);
  const left = [...times.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, seconds] = next;
      const jpeg = passed.get(seconds) ?? (await stillAt(seconds));
      images[index] = { seconds, jpeg };
    }
  };
  await Promise.all(Array.from({ length: SEEKS_AT_ONCE }, worker));
  return images.filter((image) => image !== undefined);
}
