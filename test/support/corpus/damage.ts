/** What a bad disk, a broken download or a fuzzer does to any file: bytes that are gone, other ones, or too many. */
import type { Seeded } from '../seeded.ts';
import type { Hostile } from './index.ts';
import type { Seed } from './seeds.ts';

type Change = (bytes: Buffer) => Buffer;

/** Every variant of one honest file. */
export function damaged(one: Seed, honest: readonly Seed[], chance: Seeded): Hostile[] {
  const named = (what: string, bytes: Buffer, extension = one.extension) => ({
    name: `${one.name}-${what}.${extension}`,
    bytes,
  });
  const other = chance.pick(honest.filter(({ extension }) => extension !== one.extension));
  const { bytes } = one;
  const half = Math.floor(bytes.length / 2);
  return [
    ...Object.entries(cuts(bytes.length)).map(([what, end]) => named(what, bytes.subarray(0, end))),
    ...Object.entries(flips(chance)).map(([what, change]) => named(what, change(bytes))),
    named('gap', Buffer.concat([bytes.subarray(0, half), bytes.subarray(half + 300)])),
    named('filled', Buffer.concat([bytes.subarray(0, half), noise(900, chance), bytes.subarray(half)])),
    named('headless', bytes.subarray(Math.min(half, 48))),
    named('twice', Buffer.concat([bytes, bytes])),
    named(`then-${other.extension}`, Buffer.concat([bytes, other.bytes])),
    named(
      `holds-${other.extension}`,
      Buffer.concat([bytes.subarray(0, half), other.bytes, bytes.subarray(half)]),
    ),
    named(`begins-as-${other.extension}`, Buffer.concat([other.bytes.subarray(0, 16), bytes.subarray(16)])),
    named('called', bytes, other.extension),
    named('behind-music-tag', Buffer.concat([musicTag(40), bytes])),
  ];
}

const cuts = (length: number): Record<string, number> => ({
  'cut-in-signature': 5,
  'cut-in-header': 40,
  'cut-early': Math.min(400, Math.floor(length / 4)),
  'cut-in-the-middle': Math.floor(length / 2),
  'cut-late': Math.floor(length * 0.9),
  'cut-last': length - 1,
});

function flips(chance: Seeded): Record<string, Change> {
  const flipped = (count: number, from: number, to: (length: number) => number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    for (let turn = 0; turn < count; turn += 1) {
      const at = from + chance.below(Math.max(1, to(copy.length) - from));
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << chance.below(8));
    }
    return copy;
  };
  const filled = (value: number, from: number, length: number) => (bytes: Buffer) =>
    Buffer.from(bytes).fill(value, Math.min(from, bytes.length), Math.min(from + length, bytes.length));
  return {
    'flipped-in-signature': flipped(2, 4, () => 32),
    'flipped-in-header': flipped(6, 12, () => 250),
    'flipped-in-header-again': flipped(20, 12, () => 700),
    'flipped-in-body': flipped(12, 300, (length) => length),
    'flipped-everywhere': flipped(150, 16, (length) => length),
    'zeros-in-header': filled(0, 24, 60),
    'ones-in-header': filled(0xff, 40, 16),
    'zeros-behind-header': filled(0, 600, 1 << 20),
    'ones-in-body': filled(0xff, 900, 700),
  };
}

function noise(length: number, chance: Seeded): Buffer {
  return Buffer.from(Array.from({ length }, () => chance.below(256)));
}

/** An ID3 tag of so many bytes before whatever follows. */
export function musicTag(length: number): Buffer {
  return Buffer.concat([
    Buffer.from('ID3\x04\0\0\0\0\0', 'latin1'),
    Buffer.from([length]),
    Buffer.alloc(length),
  ]);
}
