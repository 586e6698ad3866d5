import { rm, writeFile } from 'node:fs/promises';
import { decodeFrames, encodeJpegs, type Ffmpeg, frameImages } from '../../../media/index.ts';
import { CROP_SIZE } from './crop.ts';
import { imageSize } from './image-size.ts';
import type { Picture } from './messages.ts';

/**
 * The longer side of the pictures faces are looked for in: a face of 40 pixels, the smallest that says whose it is,
 * is a twenty-fourth of it. The detector itself sees 512; beyond, descriptors gain little and decoding costs more.
 */
const LONGER_SIDE = 960;

/** What decoding needs of the service. */
export interface PictureTools {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** A size in its own shape, no larger than faces need. */
export function sizeForFaces({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A single picture, upright and decoded.
 * @param temporary a fresh path; no file is left there
 * @throws MediaError when it cannot be decoded
 */
export async function stillPicture(
  path: string,
  temporary: string,
  { ffmpeg, signal }: PictureTools,
): Promise<Picture> {
  const [image] = await frameImages(path, [0], { ffmpeg, maxWidth: 2 * LONGER_SIDE, signal });
  if (!image) throw new Error('the picture gave no frame');
  await writeFile(temporary, image.jpeg, { mode: 0o600 });
  try {
    const size = sizeForFaces(imageSize(image.jpeg) ?? { width: LONGER_SIDE, height: LONGER_SIDE });
    for await (const { data } of decodeFrames(temporary, { ffmpeg, signal, ...size }))
      return { ...size, data };
    throw new Error('the picture gave no frame');
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Crops of faces as JPEG, in their order.
 * @param temporary a fresh path; no file is left there
 */
export async function cropJpegs(
  crops: readonly Uint8Array[],
  temporary: string,
  { ffmpeg, signal }: PictureTools,
): Promise<Buffer[]> {
  if (crops.length === 0) return [];
  await writeFile(temporary, Buffer.concat(crops), { mode: 0o600 });
  try {
    return await encodeJpegs(temporary, { width: CROP_SIZE, height: CROP_SIZE, ffmpeg, signal });
  } finally {
    await rm(temporary, { force: true });
  }
}
