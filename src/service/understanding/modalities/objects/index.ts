/**
 * Objects: pictures come in, names of things with their probability go out, as lines of scenes. The model runs in a
 * thread (thread.ts).
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { assetsPath } from '../../../../media/entry-path.ts';
import { decodeFrames, type Ffmpeg, mainVideo, pastEnd, probe } from '../../../../media/index.ts';
import { modelThread } from '../../models/model-thread.ts';
import type { SceneLine } from '../lines.ts';
import { certainObjects, objectText, type Seen } from './classes.ts';
import { type ObjectRequest, type ObjectThreadData, SIDE_STEP } from './messages.ts';

/** Timeout per picture in milliseconds. A picture normally takes a quarter of a second. */
const PICTURE_MS = 120_000;

/** Name of the method in the settings of stored results: change it when it finds other objects. */
export const OBJECTS_METHOD = 'centernet 2';

const recogniser = modelThread<ObjectRequest, Seen[], ObjectThreadData>({
  name: 'object recogniser',
  entry: 'objects',
  start: () => ({ model: assetsPath('objects'), wasm: assetsPath('wasm') }),
  workMs: PICTURE_MS,
});

/** The objects in one picture by name, found on this process's only thread for them. Rejects with a readable reason. */
async function findObjects(
  { width, height, data }: ObjectRequest,
  signal: AbortSignal,
): Promise<Map<string, Seen>> {
  return certainObjects(await recogniser.ask({ width, height, data }, signal));
}

/** Whether this build carries the model. */
export function hasObjectModel(): boolean {
  try {
    return existsSync(path.join(assetsPath('objects'), 'centernet.bin'));
  } catch {
    return false;
  }
}

/** Ends the thread if there is one. The next picture starts another. */
export const stopObjectFinder = recogniser.stop;

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

/** The objects of one frame by name. */
interface Look {
  readonly seconds: number;
  readonly seen: ReadonlyMap<string, Seen>;
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

/** A span of a film in which the picture is of one shot, in seconds. */
interface ShotSpan {
  readonly start: number;
  readonly end: number;
  readonly shot?: { readonly start: number; readonly end: number } | null;
}

/**
 * A line for each time that an object appears: `dog (seen, 0.71)`, with its highest score and the most at once. It starts in the
 * first frame that shows it, and ends with the shot of the last one, or at the first frame without it if that comes earlier.
 * @param looks in order of time
 */
export function objectLines(looks: readonly Look[], scenes: readonly ShotSpan[]): SceneLine[] {
  const spans = looks.flatMap((look, at) =>
    [...look.seen.keys()]
      .filter((name) => !looks[at - 1]?.seen.has(name))
      .map((name) => appearance(name, looks.slice(at), scenes)),
  );
  return spans.sort((one, other) => one.start - other.start);
}

/** @param looks those from the first one that shows the object */
function appearance(name: string, looks: readonly Look[], scenes: readonly ShotSpan[]): SceneLine {
  const gone = looks.findIndex(({ seen }) => !seen.has(name));
  const shown = gone === -1 ? looks : looks.slice(0, gone);
  const seen = shown.flatMap((look) => look.seen.get(name) ?? []);
  const score = Math.max(...seen.map((one) => one.score));
  const count = Math.max(...seen.map((one) => one.count));
  const last = shown.at(-1)?.seconds ?? 0;
  const end = Math.min(shotEnd(last, scenes), looks[gone]?.seconds ?? Number.POSITIVE_INFINITY);
  return { text: objectText(name, { score, count }), start: shown[0]?.seconds ?? 0, end };
}

/** The end of the shot at a time; the time itself if there is none. */
function shotEnd(time: number, scenes: readonly ShotSpan[]): number {
  const scene = scenes.find(({ start, end }) => start <= time && time < end);
  return scene?.shot?.end ?? scene?.end ?? time;
}
