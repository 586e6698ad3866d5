import { frameImages } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { checkRoom } from '../common/disk-room.ts';

/** A picture to extract from a film. */
export interface Wanted {
  /** Seconds. */
  readonly time: number;
  readonly maxWidth: number;
}

/**
 * Pictures held in memory at a time, for widths up to this (some hundred kilobytes each) and above (some megabytes).
 */
const BATCH = 60;
const WIDE = 1920;
const WIDE_BATCH = 24;

/**
 * Extracts pictures from a film, a batch at a time.
 * @param keep called with each picture and its index in `wanted`
 */
export async function takePictures<Picture extends Wanted>(
  ctx: JobContext,
  file: string,
  duration: number | null,
  wanted: readonly Picture[],
  keep: (jpeg: Buffer, picture: Picture) => Promise<void>,
): Promise<void> {
  let taken = 0;
  for (const maxWidth of new Set(wanted.map((picture) => picture.maxWidth))) {
    const same = wanted.filter((picture) => picture.maxWidth === maxWidth);
    const size = maxWidth > WIDE ? WIDE_BATCH : BATCH;
    for (let at = 0; at < same.length; at += size) {
      await checkRoom(ctx, taken === 0 ? 'before' : 'between');
      const batch = same.slice(at, at + size);
      taken += batch.length;
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
