/** Files whose parts lie about their sizes: the boxes of MP4, the elements of Matroska, the chunks of RIFF, IFF and PNG ... */
import type { Seeded } from '../seeded.ts';
import type { Hostile } from './index.ts';
import type { Seed } from './seeds.ts';

/** Where the size of a part is written, in so many bytes. */
interface Size {
  readonly at: number;
  readonly width: number;
  /** Whether the lowest byte comes first. */
  readonly little?: boolean;
  /** The first byte also says how many bytes there are: in Matroska. */
  readonly marked?: boolean;
}

type Walk = (bytes: Buffer) => Size[];

const MOST_PLACES = 4;

/** Some of the sizes of a file, each with every lie. */
export function sizes({ name, extension, bytes }: Seed, chance: Seeded): Hostile[] {
  const found = walks[extension]?.(bytes) ?? [];
  // The first one is around all others, or close to it.
  const places = new Set([0, ...Array.from({ length: MOST_PLACES - 1 }, () => chance.below(found.length))]);
  return [...places]
    .flatMap((place) => found.slice(place, place + 1))
    .flatMap((size) =>
      lies(bytes, size).map(([what, copy]) => ({
        name: `${name}-${what}-at-${size.at}.${extension}`,
        bytes: copy,
      })),
    );
}

function lies(bytes: Buffer, size: Size): [string, Buffer][] {
  const { at, width, marked } = size;
  const top = marked ? 2n ** BigInt(7 * width) - 1n : 2n ** BigInt(8 * width) - 1n;
  const ways: [string, bigint][] = [
    ['no-size', 0n],
    ['tiny-size', 1n],
    ['size-beyond-end', BigInt(bytes.length) + 100n],
    ['negative-size', top / 2n + 1n],
    ['huge-size', top - 16n],
    ['unknown-size', top],
  ];
  return ways
    .filter(([, value]) => value <= top)
    .map(([what, value]) => {
      const copy = Buffer.from(bytes);
      const written = marked ? value | (1n << BigInt(7 * width)) : value;
      const digits = Buffer.from(written.toString(16).padStart(width * 2, '0'), 'hex');
      (size.little ? digits.reverse() : digits).copy(copy, at);
      return [what, copy];
    });
}

const PARENTS = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'moof', 'traf', 'mvex', 'udta', 'dinf'];

function boxes(bytes: Buffer, from = 0, to = bytes.length): Size[] {
  const found: Size[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at);
    found.push({ at, width: 4 });
    if (size < 8) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (PARENTS.includes(type)) found.push(...boxes(bytes, at + 8, at + size));
    at += size;
  }
  return found;
}

/** Chunks of a name and a size; RIFF and IFF are the same but for the order of bytes. */
function chunks(little: boolean, bytes: Buffer, from = 0, to = bytes.length): Size[] {
  const found: Size[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = little ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4);
    found.push({ at: at + 4, width: 4, little });
    const isList = ['RIFF', 'LIST', 'FORM'].includes(bytes.toString('latin1', at, at + 4));
    if (isList) found.push(...chunks(little, bytes, at + 12, Math.min(to, at + 8 + size)));
    at += 8 + size + (size % 2);
  }
  return found;
}

/** Segment, tracks, one track, its picture and sound, cluster, tags, cues and their parts. */
const NODES = [
  0x18538067, 0x1654ae6b, 0xae, 0xe0, 0xe1, 0x1f43b675, 0x1254c367, 0x7373, 0x1c53bb6b, 0x114d9b74,
];

function elements(bytes: Buffer, from = 0, to = bytes.length): Size[] {
  const found: Size[] = [];
  for (let at = from; at + 2 <= to; ) {
    const name = vintLength(bytes[at]);
    const width = vintLength(bytes[at + name]);
    if (name > 4 || width > 8 || at + name + width > to) break;
    found.push({ at: at + name, width, marked: true });
    const raw = BigInt(`0x${bytes.toString('hex', at + name, at + name + width)}`);
    const size = Number(raw & (2n ** BigInt(7 * width) - 1n));
    const body = at + name + width;
    if (NODES.includes(bytes.readUIntBE(at, name)))
      found.push(...elements(bytes, body, Math.min(to, body + size)));
    at = body + size;
  }
  return found;
}

const vintLength = (first = 0) => Math.clz32(first) - 23;

/** Parts of a size that stands at a fixed place, one after the other. */
function row(from: number, size: Omit<Size, 'at'> & { before: number; around: number }): Walk {
  return (bytes) => {
    const found: Size[] = [];
    for (let at = from; at + size.before + size.width <= bytes.length; ) {
      const place = at + size.before;
      const raw = Buffer.from(bytes.subarray(place, place + size.width));
      const value = Number(`0x${(size.little ? raw.reverse() : raw).toString('hex')}`);
      found.push({ at: place, width: size.width, little: size.little ?? false });
      if (value + size.around <= 0) break;
      at += value + size.around;
    }
    return found;
  };
}

const riff: Walk = (bytes) => chunks(true, bytes);
const png = row(8, { before: 0, width: 4, around: 12 });
const asf = row(0, { before: 16, width: 8, little: true, around: 0 });
const only =
  (...all: Size[]): Walk =>
  () =>
    all;

const walks: Record<string, Walk> = {
  mp4: boxes,
  mov: boxes,
  '3gp': boxes,
  m4a: boxes,
  jp2: boxes,
  mkv: elements,
  webm: elements,
  avi: riff,
  wav: riff,
  webp: riff,
  aiff: (bytes) => chunks(false, bytes),
  png,
  apng: png,
  flv: row(13, { before: 1, width: 3, around: 15 }),
  wma: asf,
  wmv: asf,
  w64: row(40, { before: 16, width: 8, little: true, around: 0 }),
  caf: row(8, { before: 4, width: 8, around: 12 }),
  jpg: row(2, { before: 2, width: 2, around: 2 }),
  rm: row(0, { before: 4, width: 4, around: 0 }),
  wv: row(0, { before: 4, width: 4, little: true, around: 8 }),
  ivf: row(32, { before: 0, width: 4, little: true, around: 12 }),
  flac: row(4, { before: 1, width: 3, around: 4 }),
  mp3: only({ at: 6, width: 4 }),
  au: only({ at: 4, width: 4 }, { at: 8, width: 4 }),
  bmp: only({ at: 10, width: 4, little: true }, { at: 14, width: 4, little: true }),
  tiff: only({ at: 4, width: 4, little: true }),
  ogg: only({ at: 26, width: 1 }),
  ogv: only({ at: 26, width: 1 }),
  ts: only({ at: 5, width: 1 }),
  mpg: only({ at: 18, width: 2 }),
  mxf: only({ at: 16, width: 4 }),
};
