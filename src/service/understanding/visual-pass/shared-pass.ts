import { readFile, rm } from 'node:fs/promises';
import {
  filmPass,
  greyOfMap,
  picturePath,
  type ShotFrame,
  type SpreadPictures,
  splitColour,
} from '../../../media/index.ts';
import { type Decode, type Looked, lookRate, type OnSeconds, scenesOf } from './scenes.ts';
import type { GreyKeyframe, VisualInput } from './types.ts';

/** Frames that may wait on disk for their reader; then the decoder waits. */
const AHEAD = 24;

/** One decoding pass for both the reader of frames and the reader of scenes or shots. */
export interface SharedPass {
  readonly looked: Promise<Looked>;
  pictures(times: readonly number[]): AsyncGenerator<GreyKeyframe>;
}

/** Starts the pass. If it fails, both readers get its error. */
export function sharedPass(
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
