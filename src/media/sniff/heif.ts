/**
 * Pictures in the container of films (HEIF, ISO 23008-12): HEIC and AVIF. Their index is a `meta` box where a film has a
 * `moov`, so that an ffmpeg that does not know them takes them for films that lost theirs.
 */

import { type OpenFile, openPatiently } from './open-file.ts';

const STILL_BRANDS = ['heic', 'heix', 'heim', 'heis', 'mif1', 'avif'];
/** Bursts and animations, which mostly have a `moov` too. */
const MOVING_BRANDS = ['hevc', 'hevx', 'msf1', 'avis'];

/** Brands take four bytes each, after the size and the name of the box. */
const HEAD_BYTES = 256;
/** A picture has four or five boxes at its top. */
const MAX_BOXES = 64;
/** The index of a picture of a thousand tiles is smaller. */
const MAX_META = 256 * 1024;

/** @param brand the major brand of an MP4-like file */
export const isStillBrand = (brand: string): boolean => STILL_BRANDS.includes(brand);

/** The same, for pictures that may move. */
export const isHeif = (brand: string): boolean => isStillBrand(brand) || MOVING_BRANDS.includes(brand);

/** The name of the kind of picture, by the brands of a file; undefined for other files. */
function kindOf(head: Buffer): 'HEIC' | 'AVIF' | undefined {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const major = head.toString('latin1', 8, 12);
  if (!isHeif(major)) return undefined;
  const brands = head.toString('latin1', 16, head.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  return [major, ...brands].some((brand) => ['avif', 'avis'].includes(brand)) ? 'AVIF' : 'HEIC';
}

interface Box {
  readonly name: string;
  /** Where its content begins, and where it ends; beyond the file if that was cut off. */
  readonly from: number;
  readonly end: number;
}

/** The boxes at the top of a file, as far as they can be told. */
async function topBoxes(file: OpenFile): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size && boxes.length < MAX_BOXES; ) {
    const head = await file.read(at, 16);
    if (head.length < 8) break;
    const size = head.readUInt32BE(0);
    const long = size === 1 && head.length === 16;
    const bytes = long ? Number(head.readBigUInt64BE(8)) : size === 0 ? file.size - at : size;
    const from = at + (long ? 16 : 8);
    if (at + bytes < from) break;
    boxes.push({ name: head.toString('latin1', 4, 8), from, end: at + bytes });
    at += bytes;
  }
  return boxes;
}

/**
 * Why an ffmpeg that misses the index of a file does so, if nothing is wrong with the file: it is a whole picture of a kind
 * that this ffmpeg does not know.
 */
export async function unknownPicture(path: string): Promise<string | undefined> {
  const file = await openPatiently(path).catch(() => undefined);
  try {
    const kind = file && kindOf(await file.read(0, HEAD_BYTES));
    if (!kind) return undefined;
    const boxes = await topBoxes(file);
    const isWhole = boxes.some(({ name }) => name === 'meta') && boxes.at(-1)?.end === file.size;
    return isWhole ? `this ffmpeg cannot read ${kind} pictures: ${REMEDIES[kind]}` : undefined;
  } finally {
    await file?.close();
  }
}

/** The first versions of ffmpeg that read each kind; 7.0 was tried, and is what `vau setup ffmpeg` brings. */
const REMEDIES = {
  HEIC: 'make a JPEG of it, or name an ffmpeg of version 7 or newer in VAU_FFMPEG',
  AVIF: 'make a JPEG of it, or name an ffmpeg of version 5.1 or newer in VAU_FFMPEG',
};

/**
 * Whether the main picture of a file is put together from tiles, as phones write them. To ffmpeg each tile is a picture of
 * its own, and the first one would be taken for the whole.
 */
export async function isTiled(file: OpenFile): Promise<boolean> {
  const meta = (await topBoxes(file)).find(({ name }) => name === 'meta');
  if (!meta) return false;
  const bytes = await file.read(meta.from, Math.min(meta.end - meta.from, MAX_META));
  const main = mainItem(bytes);
  return main !== undefined && itemType(bytes, main) === 'grid';
}

/** The number of the main picture, from the `pitm` box. */
function mainItem(meta: Buffer): number | undefined {
  const at = meta.indexOf('pitm', 0, 'latin1');
  if (at === -1 || at + 12 > meta.length) return undefined;
  return meta[at + 4] === 0 ? meta.readUInt16BE(at + 8) : meta.readUInt32BE(at + 8);
}

/** The type of an item, from its `infe` box (of version 2, or 3 with longer numbers); undefined if it has none. */
function itemType(meta: Buffer, item: number): string | undefined {
  for (let at = meta.indexOf('infe', 0, 'latin1'); at !== -1; at = meta.indexOf('infe', at + 4, 'latin1')) {
    const wide = meta[at + 4] === 3 ? 2 : 0;
    if (at + 16 + wide > meta.length) return undefined;
    const number = wide > 0 ? meta.readUInt32BE(at + 8) : meta.readUInt16BE(at + 8);
    if (number === item) return meta.toString('latin1', at + 12 + wide, at + 16 + wide);
  }
  return undefined;
}
