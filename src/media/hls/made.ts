import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { initNames, parsePlaylist } from './playlist.ts';

/** The samples of a track as a player of the stream times them, in seconds of the stream. */
export interface MadeTrack {
  kind: 'video' | 'audio';
  samples: number;
  /** Start of the first and of the last sample. */
  first: number;
  last: number;
  end: number;
}

/** A stream that was made. */
export interface Made {
  tracks: MadeTrack[];
  /** Start of each segment, and the end of the last. */
  edges: number[];
}

interface Box {
  name: string;
  body: Buffer;
}

/** The boxes in bytes (ISO 14496-12, 4.2). What is not whole ends the list. */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < head || at + size > bytes.length) break;
    boxes.push({
      name: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + head, at + size),
    });
    at += size;
  }
  return boxes;
}

function inside(bytes: Buffer, ...path: string[]): Buffer[] {
  return path.reduce<Buffer[]>(
    (bodies, wanted) =>
      bodies.flatMap((body) =>
        boxesOf(body).flatMap(({ name, body: inner }) => (name === wanted ? [inner] : [])),
      ),
    [bytes],
  );
}

interface Track extends MadeTrack {
  id: number;
  ticks: number;
  /** Ticks that its edit list takes off, for frames that are stored before they are shown. */
  delay: number;
  /** Default duration of a sample. */
  usual: number;
}

function trackOf(trak: Buffer): Track[] {
  const [header, media, handler] = [
    inside(trak, 'tkhd')[0],
    inside(trak, 'mdia', 'mdhd')[0],
    inside(trak, 'mdia', 'hdlr')[0],
  ];
  const kind = { vide: 'video', soun: 'audio' } as const;
  const named = handler?.toString('latin1', 8, 12);
  if (!header || !media || (named !== 'vide' && named !== 'soun')) return [];
  const none = { samples: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, end: 0 };
  const id = header.readUInt32BE(header[0] === 1 ? 20 : 12);
  const ticks = media.readUInt32BE(media[0] === 1 ? 20 : 12);
  return [
    { ...none, kind: kind[named], id, ticks, delay: delayOf(inside(trak, 'edts', 'elst')[0]), usual: 0 },
  ];
}

/** Browsers take the first media time of an edit list, and leave out what is empty. */
function delayOf(list: Buffer | undefined): number {
  const entries = list ? list.readUInt32BE(4) : 0;
  for (let index = 0; list && index < entries; index += 1) {
    const long = list[0] === 1;
    const at = long ? 8 + 20 * index + 8 : 8 + 12 * index + 4;
    const time = long ? Number(list.readBigInt64BE(at)) : list.readInt32BE(at);
    if (time >= 0) return time;
  }
  return 0;
}

/** Bits of the flags of tfhd and trun (ISO 14496-12, 8.8.7 and 8.8.8), each with the bytes of its field. */
const BEFORE_DURATION = [
  [0x1, 8],
  [0x2, 4],
] as const;
const BEFORE_SAMPLES = [
  [0x1, 4],
  [0x4, 4],
] as const;
const DURATION = 0x100;
const [SIZE, FLAGS, OFFSET] = [0x200, 0x400, 0x800];

function skipped(flags: number, fields: readonly (readonly [number, number])[]): number {
  return fields.reduce((sum, [bit, bytes]) => sum + (flags & bit ? bytes : 0), 0);
}

/** Adds the samples of a fragment to its track. @returns seconds of its first sample in order of time */
function addFragment(traf: Buffer, tracks: readonly Track[]): { track: Track; first: number } | undefined {
  const [header, clock] = [inside(traf, 'tfhd')[0], inside(traf, 'tfdt')[0]];
  const track = tracks.find(({ id }) => id === header?.readUInt32BE(4));
  if (!header || !clock || !track) return undefined;
  const said = header.readUInt32BE(0) & 0xffffff;
  const usual = said & 0x8 ? header.readUInt32BE(8 + skipped(said, BEFORE_DURATION)) : track.usual;
  let now = clock[0] === 1 ? Number(clock.readBigUInt64BE(4)) : clock.readUInt32BE(4);
  let first = Number.POSITIVE_INFINITY;
  for (const run of inside(traf, 'trun')) {
    const flags = run.readUInt32BE(0) & 0xffffff;
    let at = 8 + skipped(flags, BEFORE_SAMPLES);
    for (let left = run.readUInt32BE(4); left > 0; left -= 1) {
      const duration = flags & DURATION ? run.readUInt32BE(at) : usual;
      at += skipped(flags, [
        [DURATION, 4],
        [SIZE, 4],
        [FLAGS, 4],
      ]);
      const shift = flags & OFFSET ? run.readInt32BE(at) : 0;
      at += flags & OFFSET ? 4 : 0;
      const begin = (now + shift - track.delay) / track.ticks;
      first = Math.min(first, begin);
      track.samples += 1;
      track.last = Math.max(track.last, begin);
      track.end = Math.max(track.end, begin + duration / track.ticks);
      now += duration;
    }
  }
  track.first = Math.min(track.first, first);
  return { track, first };
}

/**
 * Reads when a player shows the samples of a stream that ffmpeg wrote.
 * @param text its playlist
 */
export async function readMade(folder: string, text: string): Promise<Made> {
  const inits = await Promise.all(initNames(text).map((name) => readFile(join(folder, name))));
  const tracks = inits.flatMap((init) => {
    const usual = new Map(
      inside(init, 'moov', 'mvex', 'trex').map((trex) => [trex.readUInt32BE(4), trex.readUInt32BE(12)]),
    );
    return inside(init, 'moov', 'trak')
      .flatMap(trackOf)
      .map((track) => ({ ...track, usual: usual.get(track.id) ?? 0 }));
  });
  const main = tracks.find(({ kind }) => kind === 'video') ?? tracks[0];
  const edges: number[] = [];
  for (const { uri } of parsePlaylist(text).segments) {
    const parts = inside(await readFile(join(folder, uri)), 'moof', 'traf').flatMap(
      (traf) => addFragment(traf, tracks) ?? [],
    );
    const firsts = parts.map(({ track, first }) => ({ main: track === main, first }));
    const own = firsts.filter((one) => one.main);
    const begins = Math.min(...(own.length > 0 ? own : firsts).map(({ first }) => first));
    edges.push(edges.length === 0 ? 0 : begins);
  }
  edges.push(Math.max(0, ...tracks.map(({ end }) => end)));
  return { tracks: tracks.filter(({ samples }) => samples > 0), edges };
}

/** The playlist with the true length of each segment: ffmpeg's is wrong where frames are far apart. */
export function retimed(text: string, edges: readonly number[]): string {
  const lengths = edges.slice(1).map((edge, index) => Math.max(0.001, edge - (edges[index] ?? 0)));
  let index = 0;
  return text
    .replace(/^#EXTINF:[^\n]*$/gm, () => `#EXTINF:${(lengths[index++] ?? 0).toFixed(6)},`)
    .replace(/^#EXT-X-TARGETDURATION:.*$/m, `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...lengths))}`);
}
