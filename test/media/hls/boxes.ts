/** The boxes of a stream of fragmented MP4 (ISO 14496-12), as tests need them. */

export const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * index);
  return bytes;
};
export const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};
export const box = (name: string, ...body: Buffer[]) => {
  const bytes = Buffer.concat(body);
  return Buffer.concat([u32(bytes.length + 8), Buffer.from(name, 'latin1'), bytes]);
};
/** A box whose size has 64 bits. */
export const large = (name: string, ...body: Buffer[]) => {
  const bytes = Buffer.concat(body);
  return Buffer.concat([u32(1), Buffer.from(name, 'latin1'), u64(bytes.length + 16), bytes]);
};

export interface TrackBoxes {
  readonly id: number;
  readonly kind: string;
  readonly ticks: number;
  /** Version of the boxes: 1 has times of 64 bits. */
  readonly version?: 0 | 1;
  /** Media times of its edit list. */
  readonly edits?: readonly number[];
}

export function trak({ id, kind, ticks, version = 0, edits }: TrackBoxes): Buffer {
  const long = version === 1;
  const times = long ? [u64(7), u64(7)] : [u32(7, 7)];
  const one = (time: number) => (long ? [u64(99), u64(time), u32(1)] : [u32(99, time, 1)]);
  const list = edits
    ? [box('edts', box('elst', u32(version << 24, edits.length), ...edits.flatMap(one)))]
    : [];
  return box(
    'trak',
    box('tkhd', u32(version << 24), ...times, u32(id, 0)),
    ...list,
    box(
      'mdia',
      box('mdhd', u32(version << 24), ...times, u32(ticks, 0)),
      box('hdlr', u32(0, 0), Buffer.from(kind, 'latin1'), u32(0, 0)),
    ),
  );
}

export const init = (usual: readonly [id: number, duration: number][], ...tracks: Buffer[]) =>
  box(
    'moov',
    ...tracks,
    box('mvex', ...usual.map(([id, duration]) => box('trex', u32(0, id, 1, duration, 0, 0)))),
  );

export interface Fragment {
  readonly id: number;
  readonly start: number;
  /** The duration that it says of all its samples, after these other fields. */
  readonly usual?: number;
  readonly fields?: number;
  readonly version?: 0 | 1;
  readonly runs: readonly Buffer[];
}

export function fragment({ id, start, usual, fields = 0, version = 0, runs }: Fragment): Buffer {
  const before = Buffer.alloc((fields & 1 ? 8 : 0) + (fields & 2 ? 4 : 0), 0xee);
  const said = u32(fields | (usual === undefined ? 0 : 8), id);
  return box(
    'traf',
    box('tfhd', said, before, ...(usual === undefined ? [] : [u32(usual)])),
    box('tfdt', u32(version << 24), version === 1 ? u64(start) : u32(start)),
    ...runs,
  );
}

export const run = (flags: number, count: number, ...fields: number[]) =>
  box('trun', u32(flags, count, ...fields));

/** What is in a stream of one segment; left out: two seconds of picture and sound. */
export interface Parts {
  /** Hundredths of a second: start of the picture, its frames of 0.5 s each, and the same of the sound. */
  readonly picture?: readonly [start: number, frames: number];
  readonly sound?: readonly [start: number, frames: number];
  readonly playlist?: string;
  readonly segment?: Buffer | null;
}

export const LIST =
  '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:9,\nsegment00000.m4s\n#EXT-X-ENDLIST\n';

/** The files of a stream, by name. */
export function streamOf(parts: Parts): Readonly<Record<string, Buffer | string | null>> {
  const { picture = [0, 4], sound = [0, 4], playlist = LIST } = parts;
  const of = (id: number, [start, frames]: readonly [number, number]) =>
    frames > 0 ? [fragment({ id, start, runs: [run(0, frames)] })] : [];
  const tracks = [trak({ id: 1, kind: 'vide', ticks: 100 }), trak({ id: 2, kind: 'soun', ticks: 100 })];
  const usual = [1, 2].map((id): [number, number] => [id, 50]);
  const whole = Buffer.concat([box('moof', ...of(1, picture), ...of(2, sound)), box('mdat')]);
  const { segment = whole } = parts;
  return { 'index.m3u8': playlist, 'init.mp4': init(usual, ...tracks), 'segment00000.m4s': segment };
}
