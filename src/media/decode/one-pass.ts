import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import { jpegCutter } from './jpegs.ts';
import { jpegOutput, SLACK_SECONDS, type StillOptions, scaleFilter } from './stills.ts';

/** Up to about this many stills, seeking to each is faster than decoding all that lies between. */
const FEW = 20;
/** A seek decodes half the distance of two key frames, about 5 s of film; closer stills share a pass. */
const DENSE_SECONDS = 5;
/** Moments in one run: each is a term of a filter expression. */
const BATCH = 40;
/** A frame begins within this time before its moment, except where pictures stand still. */
const WINDOW_SECONDS = 0.25;

/** @returns whether so many moments lie so close that one pass over the film is cheaper than seeking */
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
 * Finds the frames shown at many moments by decoding once. Memory holds the pictures that are given, and a few.
 * @returns JPEGs by second; moments at which no frame begins shortly before are missing
 * @throws MediaError
 */
export async function stillsInOnePass(
  file: string,
  times: readonly number[],
  sniffed: Sniffed,
  options: StillOptions,
): Promise<Map<number, Buffer>> {
  const sorted = [...new Set(times)].filter((time) => time >= 0).sort((a, b) => a - b);
  const found = new Map<number, Buffer>();
  for (let at = 0; at < sorted.length; at += BATCH) {
    await onePass(file, sorted.slice(at, at + BATCH), sniffed, options, found);
  }
  return found;
}

async function onePass(
  file: string,
  times: readonly number[],
  sniffed: Sniffed,
  options: StillOptions,
  found: Map<number, Buffer>,
): Promise<void> {
  const start = Math.max(0, (times[0] ?? 0) - WINDOW_SECONDS);
  const length = (times.at(-1) ?? 0) - start + SLACK_SECONDS;
  const terms = times.map((time) => {
    const to = time - start + SLACK_SECONDS;
    return `between(t,${Math.max(0, to - WINDOW_SECONDS).toFixed(4)},${to.toFixed(4)})`;
  });
  // showinfo tells the time of each frame that passes, in the order of the pictures on standard output.
  const filter = `select='${terms.join('+')}',${scaleFilter(options.maxWidth ?? 640)},showinfo`;
  const before = ['-ss', start.toFixed(6), '-t', length.toFixed(6)];
  const args = [...globalArgs('info'), '-nostats', ...inputArgs(file, sniffed, before)];
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

/** Brings together what comes apart: the n-th time on standard error and the n-th picture on standard output. */
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

/** Takes the times of frames out of what showinfo prints. */
function timeReader(tell: (time: number) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const time = /showinfo.* n: *\d+ .*pts_time:(-?[\d.]+)/.exec(line)?.[1];
      if (time !== undefined) tell(Number(time));
    }
  };
}

/** Gives a frame to the moments it begins shortly before or at; a later frame, which is nearer, takes its place. */
function keepNear(
  moments: readonly number[],
  start: number,
  begins: number,
  jpeg: Buffer,
  found: Map<number, Buffer>,
): void {
  for (const moment of moments) {
    const to = moment - start + SLACK_SECONDS;
    // A copy: what came with it from the pipe is not to be held.
    if (begins < to && to - begins <= WINDOW_SECONDS) found.set(moment, Buffer.from(jpeg));
  }
}
