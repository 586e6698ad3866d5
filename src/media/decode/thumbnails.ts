import { writeFile } from 'node:fs/promises';
import { sniffFile } from '../sniff/sniff.ts';
import { writeWhole } from '../write-whole.ts';
import { isDense, stillsInOnePass } from './one-pass.ts';
import { type StillOptions, stillFinder } from './stills.ts';

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
