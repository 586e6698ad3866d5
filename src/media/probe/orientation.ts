import { open } from 'node:fs/promises';

/** ffmpeg filters that turn a picture with each EXIF orientation upright (EXIF 2.32, tag 0x0112). */
const FILTERS: Record<number, string[]> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=0'],
  6: ['transpose=1'],
  7: ['transpose=3'],
  8: ['transpose=2'],
};

/** Clockwise degrees of each orientation, ignoring mirroring. */
const DEGREES = [0, 0, 0, 180, 180, 90, 90, 270, 270];

/** @returns clockwise degrees by which a picture must be turned according to its EXIF data */
export async function pictureRotation(file: string): Promise<number> {
  return DEGREES[await pictureOrientation(file)] ?? 0;
}

/** @returns the filters that turn a camera's JPEG upright; old ffmpeg builds ignore its EXIF data */
export async function orientationFilter(file: string): Promise<string[]> {
  return FILTERS[await pictureOrientation(file)] ?? [];
}

/** @returns the EXIF orientation of a JPEG, 1 to 8; 1 if it has none */
async function pictureOrientation(file: string): Promise<number> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(128 * 1024), 0, 128 * 1024, 0);
    return jpegOrientation(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

function jpegOrientation(bytes: Buffer): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 1;
  let at = 2;
  while (at + 10 < bytes.length && bytes[at] === 0xff) {
    const length = bytes.readUInt16BE(at + 2);
    const exif = bytes[at + 1] === 0xe1 && bytes.toString('latin1', at + 4, at + 10) === 'Exif\0\0';
    if (exif) return tiffOrientation(bytes.subarray(at + 10, at + 2 + length));
    at += 2 + length;
  }
  return 1;
}

function tiffOrientation(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 8) return 1;
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = Math.min(short(directory), 512);
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    const value = short(entry + 8);
    if (short(entry) === 0x0112) return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
