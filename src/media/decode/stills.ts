import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { frameSync, globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { patienceFor } from '../probe/bounds.ts';
import { measure } from '../probe/measure.ts';
import { orientationFilter } from '../probe/orientation.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';
import { splitJpegs } from './jpegs.ts';

export interface StillOptions {
  ffmpeg: Ffmpeg;
  /** Widest picture in pixels; smaller ones are never enlarged. Default 640. */
  maxWidth?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A moment's frame is the last that begins at it or before; times are compared with this slack. */
export const SLACK_SECONDS = 0.001;
/** How far back a frame is looked for first: 0.25 s holds one in any film, screen recordings stand still for seconds. */
const NEAR_SECONDS = 0.25;
const STILL_SECONDS = 4;
/** And last, where seeking to a key frame leads nowhere. */
const FAR_SECONDS = 60;

/** Scales to the shape as shown and no wider than asked; the picture has been turned upright before. */
export function scaleFilter(maxWidth: number): string {
  return `scale=w='max(1,min(${maxWidth},round(iw*sar)))':h='max(1,round(ow/dar))',setsar=1`;
}

/** Encodes every frame that passes a filter as JPEG pictures on standard output. */
export function jpegOutput(filter: string, ffmpeg: Ffmpeg): string[] {
  const map = ['-map', '0:V:0', '-an', '-sn', '-dn', '-map_metadata', '-1'];
  const encode = ['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-strict', 'unofficial'];
  return [
    ...map,
    '-vf',
    filter,
    ...frameSync(ffmpeg, 'passthrough'),
    ...encode,
    '-f',
    'image2pipe',
    'pipe:1',
  ];
}

/**
 * The frame shown at a second, as JPEG. Before the first frame it is the first, after the last it is the last.
 * @param duration seconds the file lasts, if known
 * @throws MediaError when the file has no picture or it cannot be decoded
 */
export async function stillAt(
  file: string,
  seconds: number,
  sniffed: Sniffed,
  options: StillOptions & { duration?: number | undefined },
): Promise<Buffer> {
  if (sniffed.picture && !sniffed.animated) return picture(file, sniffed, options);
  const near = await nearestBefore(file, sniffed, Math.max(0, seconds), [NEAR_SECONDS], options);
  if (near) return near;
  const duration = options.duration ?? (await lastSecond(file, sniffed, options));
  const wanted = Math.max(0, Math.min(seconds, duration));
  const windows = wanted === seconds ? [STILL_SECONDS] : [NEAR_SECONDS, STILL_SECONDS];
  const found =
    (await nearestBefore(file, sniffed, wanted, windows, options)) ??
    (await sinceKeyFrame(file, sniffed, wanted, options)) ??
    (await nearestBefore(file, sniffed, wanted, [FAR_SECONDS, wanted], options));
  if (found) return found;
  const first = await firstFrame(file, sniffed, options);
  if (first) return first;
  throw new MediaError('unreadable', `${basename(file)}: it has no picture that can be decoded`);
}

/** Looks back from a second in ever longer windows for the last frame that begins in one. */
async function nearestBefore(
  file: string,
  sniffed: Sniffed,
  seconds: number,
  windows: readonly number[],
  options: StillOptions,
): Promise<Buffer | undefined> {
  for (const window of windows) {
    const found = await lastFrame(file, sniffed, Math.max(0, seconds - window), seconds, options);
    if (found) return found;
    if (window >= seconds) break;
  }
  return undefined;
}

async function encoded(
  file: string,
  sniffed: Sniffed,
  before: readonly string[],
  filter: string,
  options: StillOptions,
  count: readonly string[] = [],
): Promise<Buffer[]> {
  const output = jpegOutput(filter, options.ffmpeg);
  const args = [...globalArgs(), ...inputArgs(file, sniffed, before), ...count, ...output];
  const { stdout } = await run(options.ffmpeg.path, args, {
    file,
    signal: options.signal,
    timeoutSeconds: 120,
  });
  return splitJpegs(stdout);
}

async function lastFrame(file: string, sniffed: Sniffed, from: number, to: number, options: StillOptions) {
  const length = (to - from + SLACK_SECONDS).toFixed(6);
  // -t counts from the first frame that passes, the filter from the second that was sought.
  const before = ['-ss', from.toFixed(6), '-t', length];
  const filter = `trim=end=${length},${scaleFilter(options.maxWidth ?? 640)}`;
  return (await encoded(file, sniffed, before, filter, options)).at(-1);
}

/** The frame that stands at a second, however long: the last of those from the key frame before on. */
async function sinceKeyFrame(file: string, sniffed: Sniffed, seconds: number, options: StillOptions) {
  const before = ['-noaccurate_seek', '-ss', seconds.toFixed(6)];
  const filter = `trim=end=${SLACK_SECONDS},${scaleFilter(options.maxWidth ?? 640)}`;
  return (await encoded(file, sniffed, before, filter, options)).at(-1);
}

/** Where the last packet of a file ends that does not say how long it lasts. */
async function lastSecond(file: string, sniffed: Sniffed, { ffmpeg, signal }: StillOptions): Promise<number> {
  const timeoutSeconds = patienceFor((await stat(file)).size);
  return (await measure(file, sniffed, { ffmpeg, signal, timeoutSeconds })).seconds;
}

async function firstFrame(file: string, sniffed: Sniffed, options: StillOptions) {
  const filter = scaleFilter(options.maxWidth ?? 640);
  return (await encoded(file, sniffed, [], filter, options, ['-frames:v', '1']))[0];
}

async function picture(file: string, sniffed: Sniffed, options: StillOptions): Promise<Buffer> {
  const upright = await orientationFilter(file);
  const filter = [...upright, scaleFilter(options.maxWidth ?? 640)].join(',');
  const before = ['-noautorotate'];
  const found = (await encoded(file, sniffed, before, filter, options, ['-frames:v', '1']))[0];
  if (found) return found;
  throw new MediaError('unreadable', `${basename(file)}: the picture cannot be decoded`);
}
