/** MP4 files whose tables claim what is not there. Each is made out of an honest film. */
import { box, contentOf, fullBox, patched, replaced, u16, u32 } from './boxes.ts';

const HOUR = 3600;
const MOST = 0xffffffff;

/** As long as the first bomb was: its size is a part of the story. */
const SMALL = 74_000;

/** A box that players skip, so that the file has a certain size. */
function padded(file: Buffer, size = SMALL): Buffer {
  return Buffer.concat([file, box('free', Buffer.alloc(Math.max(0, size - file.length - 8)))]);
}

/** Its headers say that it lasts so many hours; the samples are those of a few seconds. */
export function claimedHours(film: Buffer, hours: number): Buffer {
  return padded(replaced(claim(film, hours), 'edts', blank));
}

/** Sets what the headers say about the length, as far as their numbers reach. */
function claim(film: Buffer, hours: number): Buffer {
  const timescale = movieClock(film);
  const long = (clock: number) => Math.min(MOST, clock * hours * HOUR);
  let file = patched(film, 'mvhd', (copy, at) => copy.writeUInt32BE(long(timescale), at + 16));
  file = patched(file, 'tkhd', (copy, at) => copy.writeUInt32BE(long(timescale), at + 20));
  return patched(file, 'mdhd', (copy, at) => copy.writeUInt32BE(long(copy.readUInt32BE(at + 12)), at + 16));
}

/** Ticks a second of the film's own clock. */
function movieClock(film: Buffer): number {
  return film.readUInt32BE(contentOf(film, 'mvhd') + 12);
}

/** Its few samples are spread evenly over so many hours. */
export function stretchedHours(film: Buffer, hours: number): Buffer {
  const file = replaced(film, 'stts', (old) => {
    const samples = old.readUInt32BE(16);
    return fullBox('stts', u32(1, samples, Math.floor((hours * HOUR * 10) / samples)));
  });
  const slow = claim(
    patched(file, 'mdhd', (copy, at) => copy.writeUInt32BE(10, at + 12)),
    hours,
  );
  return replaced(replaced(slow, 'edts', blank), 'ctts', blank);
}

/** A box of the same size that players skip: what lies behind it keeps its place. */
const blank = (old: Buffer) => box('free', Buffer.alloc(old.length - 8));

/** The first entry of its time table stands for four thousand million samples. */
export function endlessTimes(film: Buffer): Buffer {
  // With a table of offsets beside it, a reader may make a list of all of them.
  const offsets = fullBox('ctts', u32(1, 1, 0));
  const file = replaced(film, 'stts', (old) => Buffer.concat([old, offsets]));
  return padded(patched(file, 'stts', (copy, at) => copy.writeUInt32BE(MOST, at + 8)));
}

/** It has two bytes for each second that it lasts, and each two are a sample. */
export function tinySamples(film: Buffer, seconds: number): Buffer {
  const tables: [string, Buffer][] = [
    ['stsz', u32(2, seconds)],
    // A sample that lasts one tick would be taken for raw sound.
    ['stts', u32(1, seconds, 2)],
    ['stsc', u32(1, 1, seconds, 1)],
    ['stco', u32(1, film.length + 8)],
    ['stss', u32(1, 1)],
  ];
  const clock = patched(film, 'mdhd', (copy, at) => copy.writeUInt32BE(2, at + 12));
  let file = replaced(claim(clock, seconds / HOUR), 'edts', blank);
  // What was longer leaves a gap, so that the place of the bytes stays the same.
  for (const [type, content] of tables)
    file = replaced(file, type, (old) => filled(fullBox(type, content), old.length));
  return Buffer.concat([file, box('mdat', Buffer.alloc(2 * seconds, 7))]);
}

function filled(short: Buffer, length: number): Buffer {
  return short.length + 8 <= length
    ? Buffer.concat([short, box('free', Buffer.alloc(length - short.length - 8))])
    : short;
}

/** Its table of sizes claims so many samples of one byte each. */
export function claimedSamples(film: Buffer, samples: number): Buffer {
  const file = replaced(film, 'stsz', () => fullBox('stsz', u32(1, samples)));
  return replaced(file, 'stts', () => fullBox('stts', u32(1, samples, 1)));
}

/** Each of its samples claims to be almost two thousand million bytes long. */
export function hugeSamples(film: Buffer): Buffer {
  return replaced(film, 'stsz', (old) => fullBox('stsz', u32(0x7ffffff0, old.readUInt32BE(16))));
}

/** Each of its chunks claims four thousand million samples. */
export function endlessChunks(film: Buffer): Buffer {
  return replaced(film, 'stsc', () => fullBox('stsc', u32(1, 1, MOST, 1)));
}

/** Its pictures claim to be 65,535 pixels wide and high. */
export function hugePictures(film: Buffer): Buffer {
  const tall = patched(film, 'avc1', (copy, at) => u16(0xffff, 0xffff).copy(copy, at + 24));
  return patched(tall, 'tkhd', (copy, at) => u32(MOST, MOST).copy(copy, at + 76));
}

/** It has so many tracks: the first one, again and again. */
export function manyTracks(film: Buffer, count: number): Buffer {
  let done = false;
  return replaced(film, 'trak', (old) => {
    const copies = done ? 0 : count;
    done = true;
    return Buffer.concat(Array.from({ length: copies }, () => old));
  });
}

/** Its edit list has so many entries, each of which plays the whole film for an hour. */
export function manyEdits(film: Buffer, count: number): Buffer {
  const entry = u32(movieClock(film) * HOUR, 0, 0x10000);
  const list = fullBox('elst', Buffer.concat([u32(count), ...Array.from({ length: count }, () => entry)]));
  return replaced(film, 'edts', () => box('edts', list));
}

/** Its clock ticks four thousand million times a second, or not at all. */
export function oddClock(film: Buffer, ticks: number): Buffer {
  const file = patched(film, 'mdhd', (copy, at) => copy.writeUInt32BE(ticks, at + 12));
  return patched(file, 'mvhd', (copy, at) => copy.writeUInt32BE(ticks, at + 12));
}

/** Its frames are shown some weeks before the film begins. */
export function longAgo(film: Buffer): Buffer {
  return replaced(film, 'stts', (old) => {
    const samples = old.readUInt32BE(16);
    return Buffer.concat([old, fullBox('ctts', u32(1, samples, 0x80000001), 1)]);
  });
}

/** Its boxes are nested this deep. */
export function nested(film: Buffer, depth: number): Buffer {
  const head = film.subarray(0, film.readUInt32BE(0));
  const sizes = Array.from({ length: depth }, (_, level) => (depth - level) * 8);
  const open = sizes.map((size) => Buffer.concat([u32(size), Buffer.from('moov', 'latin1')]));
  return Buffer.concat([head, ...open, film.subarray(head.length)]);
}

/** Its one fragment claims a million samples that all lie on the same bytes, an hour apart. */
export function claimedFragment(film: Buffer): Buffer {
  const track = film.readUInt32BE(contentOf(film, 'tkhd') + 12);
  const empty = ['stts', 'stsc', 'stco'].reduce(
    (file, type) => replaced(file, type, () => fullBox(type, u32(0))),
    replaced(film, 'stsz', () => fullBox('stsz', u32(0, 0))),
  );
  const extends_ = box('mvex', fullBox('trex', u32(track, 1, HOUR * 10_000, 8, 0)));
  const moov = replaced(empty, 'mvhd', (old) => Buffer.concat([old, extends_]));
  const header = box('tfhd', u32(0x020000, track));
  const run = box('trun', u32(0x000001, 1_000_000, 100));
  return Buffer.concat([moov, box('moof', fullBox('mfhd', u32(1)), box('traf', header, run))]);
}
