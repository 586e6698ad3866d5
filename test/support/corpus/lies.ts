/** Files whose headers lie about durations, dimensions, rates and counts. */
import type { Seeded } from '../seeded.ts';
import type { Hostile } from './index.ts';
import type { Seed } from './seeds.ts';

/** Bytes written behind a mark (or at the place 0), so many after its beginning. */
type Lie = readonly [what: string, mark: string | number, after: number, instead: Buffer];

const be = (width: number, ...values: number[]) => Buffer.concat(values.map((value) => number(width, value)));
const le = (width: number, ...values: number[]) =>
  Buffer.concat(values.map((value) => number(width, value).reverse()));
function number(width: number, value: number): Buffer {
  return Buffer.from(
    BigInt.asUintN(width * 8, BigInt(value))
      .toString(16)
      .padStart(width * 2, '0'),
    'hex',
  );
}
function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

const MOST = 0xffffffff;
const HALF = 0x80000000;

const mp4: Lie[] = [
  ['no-clock', 'mvhd', 16, be(4, 0)],
  ['no-clock-of-media', 'mdhd', 16, be(4, 0)],
  ['fast-clock', 'mdhd', 16, be(4, MOST)],
  ['endless', 'mvhd', 20, be(4, MOST)],
  ['flat', 'tkhd', 80, be(4, 0, 0)],
  ['vast', 'tkhd', 80, be(4, HALF, MOST)],
  ['no-samples', 'stsz', 8, be(4, 0, 0)],
  ['endless-samples', 'stsz', 8, be(4, 1, MOST)],
  ['endless-times', 'stts', 8, be(4, MOST)],
  ['no-time', 'stts', 16, be(4, 0)],
  ['negative-time', 'stts', 16, be(4, MOST)],
  ['chunks-far-away', 'stco', 12, be(4, MOST)],
  ['endless-chunks', 'stsc', 8, be(4, MOST, MOST)],
  ['description-that-is-not-there', 'stsc', 20, be(4, 77)],
  ['edit-before-beginning', 'elst', 16, be(4, HALF)],
  ['edit-without-speed', 'elst', 20, be(4, 0)],
  ['wide-pictures', 'avc1', 28, be(2, 65_535, 65_535)],
  ['no-pictures', 'avc1', 28, be(2, 0, 0)],
  ['no-channels', 'mp4a', 20, be(2, 0)],
  ['many-channels', 'mp4a', 20, be(2, 65_535)],
  ['no-rate', 'mp4a', 28, be(4, 0)],
  ['other-codec', 'avc1', 0, Buffer.from('av01')],
  ['unknown-codec', 'mp4a', 0, Buffer.from('evil')],
  ['data-as-picture', 'vide', 0, Buffer.from('soun')],
  ['sound-as-picture', 'soun', 0, Buffer.from('vide')],
];

const matroska: Lie[] = [
  ['duration-no-number', '\x44\x89', 3, float(Number.NaN)],
  ['duration-infinite', '\x44\x89', 3, float(Number.POSITIVE_INFINITY)],
  ['duration-negative', '\x44\x89', 3, float(-1e300)],
  ['no-clock', '\x2a\xd7\xb1', 4, be(3, 0)],
  ['slow-clock', '\x2a\xd7\xb1', 4, be(3, 0xffffff)],
  ['no-width', '\xb0\x81', 2, be(1, 0)],
  ['no-height', '\xba\x81', 2, be(1, 0)],
  ['rate-no-number', '\xb5\x88', 2, float(Number.NaN)],
  ['rate-infinite', '\xb5\x88', 2, float(Number.POSITIVE_INFINITY)],
  ['no-channels', '\x9f\x81', 2, be(1, 0)],
  ['many-channels', '\x9f\x81', 2, be(1, 255)],
  ['no-frame-time', '\x23\xe3\x83\x84', 4, be(4, 0)],
  ['long-frame-time', '\x23\xe3\x83\x84', 4, be(4, MOST)],
  ['kind-of-track', '\x83\x81', 2, be(1, 0x70)],
];

const riffSound: Lie[] = [
  ['no-channels', 'fmt ', 10, le(2, 0)],
  ['many-channels', 'fmt ', 10, le(2, 65_535)],
  ['no-rate', 'fmt ', 12, le(4, 0)],
  ['vast-rate', 'fmt ', 12, le(4, MOST)],
  ['negative-rate', 'fmt ', 12, le(4, HALF)],
  ['no-bytes-a-second', 'fmt ', 16, le(4, 0)],
  ['no-block', 'fmt ', 20, le(2, 0)],
  ['no-bits', 'fmt ', 22, le(2, 0)],
  ['many-bits', 'fmt ', 22, le(2, 65_535)],
  ['unknown-codec', 'fmt ', 8, le(2, 0x7777)],
];

const png: Lie[] = [
  ['flat', 'IHDR', 4, be(4, 0, 0)],
  ['vast', 'IHDR', 4, be(4, 0x7fffffff, 0x7fffffff)],
  ['negative', 'IHDR', 4, be(4, MOST, MOST)],
  ['tall', 'IHDR', 4, be(4, 1, 65_535)],
  ['no-depth', 'IHDR', 12, be(1, 0)],
  ['unknown-colours', 'IHDR', 13, be(1, 77)],
  ['endless-frames', 'acTL', 4, be(4, MOST)],
  ['frames-outside', 'fcTL', 8, be(4, MOST, MOST, MOST, MOST)],
  ['no-frame-time', 'fcTL', 24, be(2, 0, 0)],
];

const asf: Lie[] = [
  ['endless', '\xa1\xdc\xab\x8c', 64, le(8, -1)],
  ['no-packets', '\xa1\xdc\xab\x8c', 92, le(4, 0, 0)],
  ['vast-packets', '\xa1\xdc\xab\x8c', 92, le(4, MOST, MOST)],
];

const caf: Lie[] = [
  ['rate-no-number', 'desc', 12, float(Number.NaN)],
  ['rate-infinite', 'desc', 12, float(Number.POSITIVE_INFINITY)],
  ['rate-negative', 'desc', 12, float(-1)],
  ['no-rate', 'desc', 12, float(0)],
  ['no-packets', 'desc', 28, be(4, 0, 0, 0)],
  ['vast-packets', 'desc', 28, be(4, MOST, MOST, MOST)],
];

const of: Record<string, readonly Lie[]> = {
  mp4,
  mov: mp4,
  '3gp': mp4,
  m4a: mp4,
  mkv: matroska,
  webm: matroska,
  wav: riffSound,
  w64: riffSound.map(([what, mark, after, instead]) => [what, mark, after + 16, instead]),
  png,
  apng: png,
  wma: asf,
  wmv: asf,
  caf,
  avi: [
    ['no-frame-time', 'avih', 8, le(4, 0)],
    ['long-frame-time', 'avih', 8, le(4, MOST)],
    ['endless-frames', 'avih', 24, le(4, MOST)],
    ['many-streams', 'avih', 32, le(4, MOST)],
    ['vast', 'avih', 40, le(4, MOST, MOST)],
    ['no-scale', 'strh', 28, le(4, 0)],
    ['no-rate', 'strh', 32, le(4, 0)],
    ['vast-rate', 'strh', 32, le(4, MOST)],
    ['flat', 'strf', 12, le(4, 0, 0)],
    ['vast-pictures', 'strf', 12, le(4, 0x7fffffff, HALF)],
    ['wide-pictures', 'strf', 12, le(4, 9_000, 9_000)],
  ],
  flv: [
    ['duration-no-number', 'duration', 9, float(Number.NaN)],
    ['duration-infinite', 'duration', 9, float(Number.POSITIVE_INFINITY)],
    ['duration-negative', 'duration', 9, float(-5)],
    ['width-no-number', 'width', 6, float(Number.NaN)],
    ['rate-no-number', 'framerate', 10, float(Number.NaN)],
    ['rate-infinite', 'framerate', 10, float(Number.POSITIVE_INFINITY)],
  ],
  aiff: [
    ['no-channels', 'COMM', 8, be(2, 0)],
    ['many-channels', 'COMM', 8, be(2, 65_535)],
    ['endless', 'COMM', 10, be(4, MOST)],
    ['no-bits', 'COMM', 14, be(2, 0)],
    ['rate-infinite', 'COMM', 16, be(2, 0x7fff, 0x8000)],
    ['no-rate', 'COMM', 16, be(2, 0, 0, 0)],
  ],
  au: [
    ['no-rate', 0, 16, be(4, 0)],
    ['vast-rate', 0, 16, be(4, MOST)],
    ['no-channels', 0, 20, be(4, 0)],
    ['many-channels', 0, 20, be(4, MOST)],
    ['unknown-codec', 0, 12, be(4, 77)],
  ],
  flac: [
    ['no-rate', 'fLaC', 18, be(3, 0)],
    ['endless', 'fLaC', 21, be(1, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['no-block', 'fLaC', 8, be(2, 0, 0)],
  ],
  gif: [
    ['flat', 0, 6, le(2, 0, 0)],
    ['vast', 0, 6, le(2, 65_535, 65_535)],
    ['no-frame-time', '\x21\xf9\x04', 4, le(2, 0)],
    ['long-frame-time', '\x21\xf9\x04', 4, le(2, 65_535)],
  ],
  bmp: [
    ['flat', 0, 18, le(4, 0, 0)],
    ['vast', 0, 18, le(4, 0x7fffffff, 0x7fffffff)],
    ['negative', 0, 18, le(4, HALF, HALF)],
    ['no-bits', 0, 28, le(2, 0)],
    ['many-bits', 0, 28, le(2, 999)],
    ['unknown-codec', 0, 30, le(4, 77)],
  ],
  ivf: [
    ['flat', 0, 12, le(2, 0, 0)],
    ['vast', 0, 12, le(2, 65_535, 65_535)],
    ['no-rate', 0, 16, le(4, 0)],
    ['no-scale', 0, 20, le(4, 0)],
    ['no-header', 0, 6, le(2, 0)],
  ],
  y4m: [
    ['no-rate', ' F10:1', 0, Buffer.from(' F0:0 ')],
    ['vast-rate', ' F10:1', 0, Buffer.from(' F9999')],
    ['vast', ' W64 H48', 0, Buffer.from(' W9999999')],
    ['negative', ' W64 H48', 0, Buffer.from(' W-1 H-1')],
    ['no-shape', ' A1:1', 0, Buffer.from(' A0:0')],
  ],
  jp2: [
    ['flat', 'ihdr', 4, be(4, 0, 0)],
    ['vast', 'ihdr', 4, be(4, MOST, MOST)],
    ['many-channels', 'ihdr', 12, be(2, 65_535)],
  ],
  jpg: [
    ['flat', '\xff\xc0', 5, be(2, 0, 0)],
    ['vast', '\xff\xc0', 5, be(2, 65_535, 65_535)],
    ['many-channels', '\xff\xc0', 9, be(1, 255)],
  ],
};

const WORDS = [0, 1, 0x7fffffff, HALF, MOST];
const WORDS_A_FILE = 3;

/** What the headers of a file of this kind can say, and some words of any header as the largest and smallest numbers. */
export function lies({ name, extension, bytes }: Seed, chance: Seeded): Hostile[] {
  const told = (of[extension] ?? []).flatMap(([what, mark, after, instead]) => {
    const at = typeof mark === 'number' ? mark : bytes.indexOf(mark, 0, 'latin1');
    if (at === -1) return [];
    return [{ name: `${name}-${what}.${extension}`, bytes: written(bytes, at + after, instead) }];
  });
  const words = Array.from({ length: WORDS_A_FILE }, (_, turn) => {
    const at = 8 + 4 * chance.below(60);
    const value = chance.pick(WORDS);
    const word = chance.below(2) === 0 ? be(4, value) : le(4, value);
    return { name: `${name}-word-${turn}-${at}-is-${value}.${extension}`, bytes: written(bytes, at, word) };
  });
  return [...told, ...words];
}

function written(bytes: Buffer, at: number, instead: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  instead.copy(copy, at);
  return copy;
}
