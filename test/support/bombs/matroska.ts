/** Matroska files (EBML, RFC 8794 and 9559) whose elements claim what is not there. */

/** An element: its id as written, its length in eight bytes, its content. */
export function element(id: number, content: Buffer): Buffer {
  const name = Buffer.from(id.toString(16), 'hex');
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([name, length, content]);
}

export const parent = (id: number, ...content: Buffer[]) => element(id, Buffer.concat(content));
export const text = (id: number, value: string) => element(id, Buffer.from(value));
const float = (id: number, value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
};
export const number = (id: number, value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
};

const head = parent(0x1a45dfa3, text(0x4282, 'matroska'), number(0x4287, 4), number(0x4285, 2));

/** Ticks are milliseconds. @param duration in seconds, as claimed */
export const info = (duration: number) =>
  parent(0x1549a966, number(0x2ad7b1, 1_000_000), float(0x4489, duration * 1000));

/** One track of 8-bit sound, 8,000 samples a second. */
export const track = parent(
  0x1654ae6b,
  parent(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 2),
    text(0x86, 'A_PCM/INT/LIT'),
    parent(0xe1, float(0xb5, 8000), number(0x9f, 1), number(0x6264, 8)),
  ),
);

/** A cluster with one block: a tenth of a second of sound that begins at that second. */
export function cluster(seconds: number): Buffer {
  const block = Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), Buffer.alloc(800, 0x80)]);
  return parent(0x1f43b675, number(0xe7, Math.round(seconds * 1000)), element(0xa3, block));
}

export const whole = (...content: Buffer[]) => Buffer.concat([head, parent(0x18538067, ...content)]);

/** It claims to last so many hours, and has one second of sound. */
export function claimedMatroska(hours: number): Buffer {
  return whole(info(hours * 3600), track, ...Array.from({ length: 10 }, (_, index) => cluster(index / 10)));
}

/** Two seconds of sound lie so many hours apart. */
export function stretchedMatroska(hours: number): Buffer {
  const end = hours * 3600 - 1;
  return whole(info(hours * 3600), track, cluster(0), cluster(end / 2), cluster(end));
}

/** It has so many chapters of a millisecond each. */
export function manyChapters(count: number): Buffer {
  const chapters = Array.from({ length: count }, (_, index) =>
    parent(
      0xb6,
      number(0x73c4, index + 1),
      number(0x91, index * 1e6),
      number(0x92, (index + 1) * 1e6),
      parent(0x80, text(0x85, `Chapter ${index} of far too many`), text(0x437c, 'eng')),
    ),
  );
  return whole(
    info(2),
    track,
    parent(0x1043a770, parent(0x45b9, ...chapters)),
    ...Array.from({ length: 20 }, (_, index) => cluster(index / 10)),
  );
}

/** One track of Opus sound (RFC 7845, 5.1). */
const opus = parent(
  0x1654ae6b,
  parent(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 2),
    text(0x86, 'A_OPUS'),
    element(0x63a2, Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1')),
    parent(0xe1, float(0xb5, 48_000), number(0x9f, 1)),
  ),
);

/** It claims four seconds. Each of its blocks has 60 milliseconds of silence in one byte, and all begin at once. */
export function standingMatroska(blocks: number): Buffer {
  const block = Buffer.from([0xa3, 0x85, 0x81, 0, 0, 0x80, 0x18]);
  const all = Buffer.alloc(blocks * block.length, block);
  return whole(info(4), opus, parent(0x1f43b675, number(0xe7, 0), all));
}

/** It has so many tracks. */
export function manyMatroskaTracks(count: number): Buffer {
  const one = track.subarray(12);
  return whole(
    info(2),
    parent(0x1654ae6b, ...Array.from({ length: count }, () => one)),
    cluster(0),
    cluster(1),
  );
}
