import { decodeFrames, type Ffmpeg, mainVideo, pastEnd, probe } from '../../../media/index.ts';
import { findObjects } from './finder.ts';
import { SIDE_STEP } from './messages.ts';

/** Longer side of the pictures, in pixels: what the network was trained with. */
const LONGER_SIDE = 512;
/** Most frames analysed in a film. */
const MOST_FRAMES = 600;
/** Most frames that are sought, which costs decoding from the key frame before. */
const MOST_SEEKS = 60;
/** Mean difference, of 255 levels, below which two pictures show the same. */
const SAME = 3;
/** Every so many bytes are compared: a prime, so that all three colours are. */
const COMPARED = 97;

interface Film {
  readonly path: string;
  readonly ffmpeg: Ffmpeg;
  /** Seconds; null for an image. */
  readonly duration: number | null;
}

/** A span of a film, in seconds. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The objects of one frame by name, with their scores. */
export interface Look {
  readonly seconds: number;
  readonly seen: ReadonlyMap<string, number>;
}

/** Least seconds between two frames: short films are looked at closely, long ones in at most `MOST_FRAMES` frames. */
export function lookStep(duration: number): number {
  return duration <= 60 ? 2 : Math.max(5, duration / MOST_FRAMES);
}

/**
 * Looks for objects in key frames, which are cheap to decode and start most shots. A frame like the one before is not
 * analysed again. Rejects with a readable reason.
 */
export async function lookForObjects(film: Film, signal: AbortSignal): Promise<Look[]> {
  const { path, ffmpeg, duration } = film;
  const size = await sizeOf(film, signal);
  const moving = duration === null ? {} : keyFramesOf(duration);
  const step = duration === null ? 0 : lookStep(duration);
  const looks: Look[] = [];
  let last: Buffer | undefined;
  for await (const { seconds, data } of decodeFrames(path, { ffmpeg, signal, ...size, ...moving })) {
    const known = looks.at(-1);
    if (last?.equals(data) || (known && (seconds ?? 0) < known.seconds + step)) continue;
    const seen =
      known && last && isLike(data, last) ? known.seen : await findObjects({ ...size, data }, signal);
    looks.push({ seconds: seconds ?? 0, seen });
    last = data;
    if (duration === null) break;
  }
  return looks;
}

/**
 * Looks into the middle of the longest scenes that have no key frame, as far as the frames of the film allow: some encoders
 * make no key frame at a cut.
 * @returns all looks, in order of time
 */
export async function lookBetween(
  film: Film,
  looks: readonly Look[],
  scenes: readonly Span[],
  signal: AbortSignal,
): Promise<Look[]> {
  if (film.duration === null) return [...looks];
  const allowed = Math.min(MOST_SEEKS, Math.ceil(film.duration / lookStep(film.duration)) - looks.length);
  const missed = scenes
    .filter(({ start, end }) => !looks.some(({ seconds }) => seconds >= start && seconds < end))
    .sort((one, other) => other.end - other.start - (one.end - one.start))
    .slice(0, Math.max(0, allowed));
  const all = [...looks];
  for (const { start, end } of missed) all.push(...(await lookAt(film, (start + end) / 2, signal)));
  return all.sort((one, other) => one.seconds - other.seconds);
}

/** Decodes and analyses the frame at a time; none where the video has ended before. */
async function lookAt(film: Film, startSeconds: number, signal: AbortSignal): Promise<Look[]> {
  const { path, ffmpeg } = film;
  const size = await sizeOf(film, signal);
  for await (const { data } of decodeFrames(path, { ffmpeg, signal, ...size, startSeconds, fps: 1 }))
    return [{ seconds: startSeconds, seen: await findObjects({ ...size, data }, signal) }];
  return [];
}

async function sizeOf({ path, ffmpeg }: Film, signal: AbortSignal) {
  return networkSize(mainVideo(await probe(path, { ffmpeg, signal })));
}

/** Key frames at half a second's precision; a second's in films longer than half an hour. */
function keyFramesOf(duration: number) {
  return { keyFramesOnly: true, fps: duration <= 1800 ? 2 : 1, endSeconds: pastEnd(duration) };
}

/** A size for the network with nearly the picture's aspect ratio. */
export function networkSize(video: { width: number | null; height: number | null } | undefined) {
  const [width, height] = [video?.width ?? LONGER_SIDE, video?.height ?? LONGER_SIDE];
  const scale = LONGER_SIDE / Math.max(width, height);
  const side = (pixels: number) => Math.max(1, Math.round((pixels * scale) / SIDE_STEP)) * SIDE_STEP;
  return { width: side(width), height: side(height) };
}

function isLike(one: Buffer, other: Buffer): boolean {
  let [difference, count] = [0, 0];
  for (let at = 0; at < one.length; at += COMPARED) {
    difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
    count += 1;
  }
  return difference < SAME * count;
}
