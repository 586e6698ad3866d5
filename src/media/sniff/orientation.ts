import { type OpenFile, openPatiently } from './open-file.ts';

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

/** @returns the filters that turn a camera's picture upright; ffmpeg reads EXIF data of JPEG alone, and old builds ignore them */
export async function orientationFilter(file: string): Promise<string[]> {
  return FILTERS[await pictureOrientation(file)] ?? [];
}

/** @returns the orientation of a picture as EXIF data number it, 1 to 8; 1 if it says none */
async function pictureOrientation(file: string): Promise<number> {
  const opened = await openPatiently(file);
  try {
    const head = (await opened.read(0, 12)).toString('latin1');
    if (head.startsWith('ftyp', 4)) return boxOrientation(await opened.read(0, 64 * 1024));
    const { first, next } = CONTAINERS.find(({ start }) => start.test(head)) ?? {};
    for (let at = first, piece = 0; at !== undefined && piece < MAX_PIECES; piece += 1) {
      const bytes = await opened.read(at, 16);
      if (bytes.length < 12) break;
      const found = next?.(bytes);
      if (found?.exif !== undefined) return await exifOrientation(opened, at + found.exif);
      at = found?.bytes && at + found.bytes;
    }
    return 1;
  } finally {
    await opened.close();
  }
}

/** Orientations by quarter turns counter-clockwise, and by the mirroring that follows: none, up and down, left and right. */
const TURNED = ['142', '857', '324', '675'];

/** AVIF and HEIC say it in properties of their picture (ISO 23008-12, 6.5.10 and 6.5.12); EXIF data do not count there. */
function boxOrientation(bytes: Buffer): number {
  const property = (name: string) => {
    const at = bytes.indexOf(`\0\0\0\x09${name}`, 0, 'latin1');
    return at === -1 ? undefined : bytes[at + 8];
  };
  const [turns = 0, axis] = [property('irot'), property('imir')];
  return Number(TURNED[turns & 3]?.[axis === undefined ? 0 : 1 + (axis & 1)]);
}

/** A piece of a picture file: where the next one begins, and its EXIF data if it has them. */
interface Piece {
  readonly bytes?: number;
  readonly exif?: number;
}

/** More pieces than this are content; cameras and programs write EXIF data before it, WebP has few. */
const MAX_PIECES = 256;
const EXIF = 'Exif\0\0';

/** Where pictures keep their EXIF data. */
const CONTAINERS: readonly { start: RegExp; first: number; next: (head: Buffer) => Piece }[] = [
  {
    start: /^\xff\xd8/,
    first: 2,
    next: (head) => {
      if (head[0] !== 0xff || head[1] === 0xda) return {};
      if (head[1] === 0xe1 && head.toString('latin1', 4, 10) === EXIF) return { exif: 10 };
      return { bytes: 2 + head.readUInt16BE(2) };
    },
  },
  {
    start: /^\x89PNG/,
    first: 8,
    next: (head) =>
      head.toString('latin1', 4, 8) === 'eXIf' ? { exif: 8 } : { bytes: 12 + head.readUInt32BE(0) },
  },
  {
    start: /^RIFF....WEBP/s,
    first: 12,
    next: (head) => {
      if (head.toString('latin1', 0, 4) !== 'EXIF')
        return { bytes: 8 + 2 * Math.ceil(head.readUInt32LE(4) / 2) };
      // Some programs write the prefix that JPEG needs.
      return { exif: head.toString('latin1', 8, 14) === EXIF ? 14 : 8 };
    },
  },
  { start: /^(II\*\0|MM\0\*)/, first: 0, next: () => ({ exif: 0 }) },
];

/** The orientation in EXIF data. @param from their first byte */
async function exifOrientation(file: OpenFile, from: number): Promise<number> {
  const value = (await exifValue(file, from, ORIENTATION)) ?? 1;
  return value >= 1 && value <= 8 ? value : 1;
}

const ORIENTATION = 0x0112;

/**
 * A short number in the first directory of EXIF data, which are a TIFF file; undefined if it is not there.
 * @param from their first byte
 */
export async function exifValue(file: OpenFile, from: number, tag: number): Promise<number | undefined> {
  const head = await file.read(from, 8);
  const little = head.toString('latin1', 0, 2) === 'II';
  if (head.length < 8) return undefined;
  const at = from + (little ? head.readUInt32LE(4) : head.readUInt32BE(4));
  const directory = await file.read(at, 2 + MAX_ENTRIES * 12);
  const short = (place: number) =>
    place + 2 > directory.length ? 0 : little ? directory.readUInt16LE(place) : directory.readUInt16BE(place);
  for (let entry = 2; entry < 2 + Math.min(short(0), MAX_ENTRIES) * 12; entry += 12)
    if (short(entry) === tag) return short(entry + 8);
  return undefined;
}

const MAX_ENTRIES = 512;
