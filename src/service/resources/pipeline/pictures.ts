import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { frameImages } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';

/** A picture to be taken out of a film. */
export interface Wanted {
  /** Seconds. */
  readonly time: number;
  readonly maxWidth: number;
}

/** Pictures held in memory at a time; each is up to some hundred kilobytes. */
const BATCH = 60;

/**
 * Takes pictures out of a film, a batch at a time.
 * @param keep gets each picture with its place in `wanted`
 */
export async function takePictures<Picture extends Wanted>(
  ctx: JobContext,
  file: string,
  duration: number | null,
  wanted: readonly Picture[],
  keep: (jpeg: Buffer, picture: Picture) => Promise<void>,
): Promise<void> {
  for (const maxWidth of new Set(wanted.map((picture) => picture.maxWidth))) {
    const same = wanted.filter((picture) => picture.maxWidth === maxWidth);
    for (let at = 0; at < same.length; at += BATCH) {
      const batch = same.slice(at, at + BATCH);
      const options = { ffmpeg: ctx.ffmpeg, duration, maxWidth, signal: ctx.signal };
      const images = await frameImages(
        file,
        batch.map(({ time }) => time),
        options,
      );
      for (const [index, picture] of batch.entries()) {
        const image = images[index];
        if (image) await keep(image.jpeg, picture);
      }
    }
  }
}

/** What the senses look at. */
export interface SensedFrame {
  readonly id: string;
  readonly segment_id: null;
  readonly time: number;
  readonly path: string;
}

/** Width at which small print in 1080p is still legible, and reading it still quick. */
const SENSED_WIDTH = 1280;

/** Seconds between the pictures the senses look at: closer in what is short. */
function stepFor(duration: number): number {
  if (duration <= 300) return 2.5;
  return duration <= 7200 ? 5 : 10;
}

/** The times the senses look at. They depend on the file alone, so that every collection can use what one has found. */
export function sensedTimes(duration: number | null): number[] {
  if (duration === null) return [0];
  const step = stepFor(duration);
  const count = Math.max(1, Math.round(duration / step));
  return Array.from(
    { length: count },
    (_, index) => Math.round(((index + 0.5) * duration * 1000) / count) / 1000,
  );
}

/** Takes the pictures the senses look at into a temporary folder. */
export async function sensedFrames(
  ctx: JobContext,
  file: string,
  duration: number | null,
  folder: string,
): Promise<SensedFrame[]> {
  const frames: SensedFrame[] = [];
  const wanted = sensedTimes(duration).map((time) => ({ time, maxWidth: SENSED_WIDTH }));
  await takePictures(ctx, file, duration, wanted, async (jpeg, { time }) => {
    const target = path.join(folder, `${frames.length}.jpg`);
    await writeFile(target, jpeg);
    frames.push({ id: randomUUID(), segment_id: null, time, path: target });
  });
  return frames;
}
