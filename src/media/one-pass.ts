import { globalArgs, inputArgs } from './input.ts';
import { splitJpegs } from './jpegs.ts';
import { run } from './run.ts';
import type { Sniffed } from './sniff.ts';
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
 * Finds the frames shown at many moments by decoding once.
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
  const reader = frameTimes();
  const { stdout } = await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: 1800,
    maxOutputBytes: 512 * 1024 * 1024,
    onErrorText: reader.feed,
  });
  assign(times, start, reader.times, splitJpegs(stdout), found);
}

/** Takes the times of frames out of what showinfo prints. */
function frameTimes(): { times: number[]; feed: (text: string) => void } {
  const times: number[] = [];
  let rest = '';
  const feed = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const time = /showinfo.* n: *\d+ .*pts_time:(-?[\d.]+)/.exec(line)?.[1];
      if (time !== undefined) times.push(Number(time));
    }
  };
  return { times, feed };
}

/** Gives each moment the last frame that begins at it or before, within the window. */
function assign(
  moments: readonly number[],
  start: number,
  frames: readonly number[],
  jpegs: readonly Buffer[],
  found: Map<number, Buffer>,
): void {
  let at = -1;
  for (const moment of moments) {
    const to = moment - start + SLACK_SECONDS;
    while (at + 1 < frames.length && (frames[at + 1] ?? 0) < to) at += 1;
    const jpeg = jpegs[at];
    const begins = frames[at];
    if (jpeg && begins !== undefined && to - begins <= WINDOW_SECONDS) found.set(moment, jpeg);
  }
}
