/**
 * One pass over the picture of a file, for all who look: what they need comes in (VisualNeeds); shots, scenes with
 * their facts and key frames go out, decoded when they are first asked for.
 */

import { readFile, rm } from 'node:fs/promises';
import {
  type FrameImage,
  filmPass,
  frameImages,
  greyImages,
  greyOfMap,
  picturePath,
  type ShotFrame,
  type SpreadPictures,
  splitColour,
  spreadGreys,
} from '../../../../media/index.ts';
import {
  type Decode,
  everyFrame,
  keyFrames,
  type Looked,
  lookRate,
  type OnSeconds,
  scenesOf,
} from './scenes.ts';
import {
  blind,
  type GreyKeyframe,
  type Keyframe,
  type VisualInput,
  type VisualNeeds,
  type VisualPass,
} from './types.ts';

/** Frames that may wait on disk for their reader; then the decoder waits. */
const AHEAD = 24;

/** One decoding pass for both the reader of frames and the reader of scenes or shots. */
interface SharedPass {
  readonly looked: Promise<Looked>;
  pictures(times: readonly number[]): AsyncGenerator<GreyKeyframe>;
}

/** Starts the pass. If it fails, both readers get its error. */
function sharedPass(
  film: VisualInput,
  spread: SpreadPictures,
  duration: number,
  signal: AbortSignal,
  onSeconds?: OnSeconds,
): SharedPass {
  const shelf = makeShelf(spread.seconds / spread.count);
  const folder = film.tmpFolder();
  const look = async () => {
    const rate = await lookRate(film, signal);
    const options = { ffmpeg: film.ffmpeg, rate, pictures: spread, folder: await folder, signal };
    const decode: Decode = (damage) => shelf.paced(filmPass(film.path, { ...options, damage }));
    return scenesOf(decode, rate.value, duration, onSeconds);
  };
  const looked = look().finally(() => shelf.close());
  // Every reader sees the failure; without a reader it must not crash the process.
  looked.catch(() => {});
  return {
    looked,
    async *pictures(times) {
      try {
        for (const [index, time] of times.entries()) {
          const file = picturePath(await folder, index);
          const image = await shelf.take(file);
          // The video ends before the audio does, or the pass failed, which throws here.
          if (!image) return void (await looked);
          await rm(file, { force: true });
          yield { time, grey: splitColour(greyOfMap(image)), small: shelf.small(index) };
        }
      } finally {
        shelf.leave();
      }
    },
  };
}

/** Synchronises the decoder and the reader of frames. `step`: seconds of film between frames. */
function makeShelf(step: number) {
  const changed = makeBell();
  let taken = 0;
  let reading = true;
  let closed = false;
  const looks = new Map<number, Uint8Array>();
  return {
    /** The small version of a frame, once. */
    small: (index: number): Uint8Array | undefined => {
      const look = looks.get(index);
      looks.delete(index);
      return look;
    },
    close: () => {
      closed = true;
      changed.ring();
    },
    leave: () => {
      reading = false;
      changed.ring();
    },
    /** Waits for a frame's file; undefined if it will not come. */
    take: async (file: string): Promise<Buffer | undefined> => {
      for (;;) {
        const [last, next] = [closed, changed.next()];
        const image = await readFile(file).catch(() => undefined);
        if (image || last) {
          taken += 1;
          changed.ring();
          return image;
        }
        await next;
      }
    },
    paced: async function* (frames: AsyncIterable<ShotFrame>): AsyncGenerator<ShotFrame> {
      let made = 0;
      let before: Uint8Array | undefined;
      for await (const frame of frames) {
        yield frame;
        // Frame n is the one shown in the middle of step n: the one before this.
        const now = Math.max(0, Math.ceil((frame.seconds ?? 0) / step - 0.5));
        if (now > made) {
          if (before && reading) looks.set(now - 1, Uint8Array.from(before));
          changed.ring();
        }
        before = frame.data;
        made = now;
        while (reading && made - taken > AHEAD) await changed.next();
      }
    },
  };
}

/** Wakes all waiters each time it rings. */
function makeBell() {
  let wake = () => {};
  const promise = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  let next = promise();
  return {
    next: () => next,
    ring: () => {
      const ringing = wake;
      next = promise();
      ringing();
    },
  };
}

/** Width at which small print in 1080p is still legible, and reading it is still fast. */
const WIDTH = 1280;
/** Longer films, in seconds, are not fully decoded for frames ten seconds apart. */
const LONG_SECONDS = 10_800;
/** Frames to seek at a time. */
const BATCH = 8;

/** Seconds between frames: closer together in short media, of which people expect that every card is read. */
function stepFor(duration: number): number {
  if (duration <= 300) return Math.min(2.5, Math.max(0.5, duration / 12));
  return duration <= LONG_SECONDS ? 5 : 10;
}

/**
 * Opens the visual pass of a file.
 * @param whole whether text or shots are needed: then the whole film is decoded anyway, and every frame is analysed
 */
export function openVisualPass(file: VisualInput, whole: boolean): VisualPass {
  if (file.mediaType === 'audio') return blind;
  const { duration } = file;
  const stills = (times: readonly number[], maxWidth: number, signal: AbortSignal) =>
    sought(file, times, maxWidth, signal);
  if (duration === null || file.mediaType === 'image') {
    const pictures = (signal: AbortSignal) => soughtGreys(file, [0], signal);
    const scenes = (signal: AbortSignal) => keyFrames(file, 0, signal);
    return {
      duration: null,
      times: [0],
      thorough: false,
      prepare: () => {},
      pictures,
      scenes,
      damage: blind.damage,
      shots: blind.shots,
      stills,
    };
  }
  const spread = { count: Math.max(1, Math.round(duration / stepFor(duration))), seconds: duration };
  return passOverFilm(file, duration, { ...spread, maxWidth: WIDTH }, whole, stills);
}

function passOverFilm(
  file: VisualInput,
  duration: number,
  spread: SpreadPictures,
  whole: boolean,
  stills: VisualPass['stills'],
): VisualPass {
  const times = timesOf(spread);
  const long = duration > LONG_SECONDS;
  const thorough = whole && !long;
  let needs: VisualNeeds = { pictures: true, scenes: true };
  let pass: SharedPass | undefined;
  let seen: Promise<Looked> | undefined;
  const shared = (signal: AbortSignal): SharedPass => {
    pass ??= sharedPass(file, spread, duration, signal, needs.looked);
    return pass;
  };
  const together = () => thorough && needs.pictures && needs.scenes;
  const looked = (signal: AbortSignal): Promise<Looked> => {
    seen ??= together() ? shared(signal).looked : everyFrame(file, duration, signal, needs.looked);
    return seen;
  };
  const scenes = async (signal: AbortSignal) =>
    thorough ? (await looked(signal)).scenes : keyFrames(file, duration, signal);
  const damage = async (signal: AbortSignal) => (thorough ? (await looked(signal)).damage : []);
  const shots = async (signal: AbortSignal) => (await looked(signal)).shots;
  const pictures = (signal: AbortSignal): AsyncIterable<GreyKeyframe> => {
    if (together()) return shared(signal).pictures(times);
    return long ? soughtGreys(file, times, signal) : inOnePass(file, spread, times, signal);
  };
  const prepare = (wanted: VisualNeeds) => {
    needs = wanted;
  };
  return { duration, times, thorough, prepare, pictures, scenes, damage, shots, stills };
}

/** Milliseconds are precise enough, and print well. */
function timesOf({ count, seconds }: SpreadPictures): number[] {
  return Array.from(
    { length: count },
    (_, index) => Math.round(((index + 0.5) * seconds * 1000) / count) / 1000,
  );
}

async function* inOnePass(
  { path, ffmpeg }: VisualInput,
  spread: SpreadPictures,
  times: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<GreyKeyframe> {
  let index = 0;
  for await (const grey of spreadGreys(path, spread, { ffmpeg, signal })) {
    const time = times[index];
    if (time === undefined) return;
    yield { time, grey };
    index += 1;
  }
}

async function* sought(
  file: VisualInput,
  times: readonly number[],
  maxWidth: number,
  signal: AbortSignal,
): AsyncGenerator<Keyframe> {
  for await (const images of batches(file, times, maxWidth, signal))
    for (const { seconds, jpeg } of images) yield { time: seconds, image: jpeg };
}

async function* soughtGreys(
  file: VisualInput,
  times: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<GreyKeyframe> {
  const { ffmpeg } = file;
  for await (const images of batches(file, times, WIDTH, signal)) {
    const greys = await greyImages(
      images.map(({ jpeg }) => jpeg),
      { ffmpeg, signal },
    );
    for (const [index, grey] of greys.entries()) yield { time: images[index]?.seconds ?? 0, grey };
  }
}

async function* batches(
  { path, ffmpeg, duration }: VisualInput,
  times: readonly number[],
  maxWidth: number,
  signal: AbortSignal,
): AsyncGenerator<FrameImage[]> {
  const options = { ffmpeg, duration, maxWidth, signal };
  for (let at = 0; at < times.length; at += BATCH)
    yield await frameImages(path, times.slice(at, at + BATCH), options);
}
