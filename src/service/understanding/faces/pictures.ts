import { rm, writeFile } from 'node:fs/promises';
import { decodeFrames, encodeJpegs, type Ffmpeg, frameImages } from '../../../media/index.ts';
import { CROP_SIZE } from './crop.ts';
import { imageSize } from './image-size.ts';
import type { Picture } from './messages.ts';

/**
 * Longer side of the pictures for face detection: the smallest recognisable face (40 pixels) is a twenty-fourth of it.
 * The detector itself sees 512; larger pictures improve descriptors little and cost more decoding.
 */
const LONGER_SIDE = 960;

/** What decoding needs from the service. */
export interface PictureTools {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** A size with the same aspect ratio, no larger than faces need. */
export function sizeForFaces({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, LONGER_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Decodes a single picture, upright.
 * @param temporary a new path; no file is left there
 * @throws MediaError if it cannot be decoded
 */
export async function stillPicture(
  path: string,
  temporary: string,
  { ffmpeg, signal }: PictureTools,
): Promise<Picture> {
  const [image] = await frameImages(path, [0], { ffmpeg, maxWidth: 2 * LONGER_SIDE, signal });
  if (!image) throw new Error('the picture contains no frame');
  await writeFile(temporary, image.jpeg, { mode: 0o600 });
  try {
    const size = sizeForFaces(imageSize(image.jpeg) ?? { width: LONGER_SIDE, height: LONGER_SIDE });
    for await (const { data } of decodeFrames(temporary, { ffmpeg, signal, ...size }))
      return { ...size, data };
    throw new Error('the picture contains no frame');
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Encodes crops of faces as JPEG, in order.
 * @param temporary a new path; no file is left there
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
