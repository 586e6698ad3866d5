import { stat } from 'node:fs/promises';
import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { type StreamPacket, streamPacketReader } from '../probe/stream-packets.ts';
import { remember } from '../remember.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';

/**
 * Containers without an index. ffmpeg seeks in them by the times of any packets, so that it starts between two key frames,
 * where nothing can be decoded, and it loses its way where the clock jumps.
 */
const SEQUENTIAL = ['mpegts', 'mpeg', 'mpegvideo', 'h264', 'hevc'];

/** Whether a file can be sought in only with the help of `seekPoint`. */
export function isSequential({ demuxer }: Sniffed): boolean {
  return SEQUENTIAL.includes(demuxer);
}

/** Formats in which ffmpeg counts from the first packet of the streams that are read. */
const COUNTED_BY_STREAM = ['mpegts', 'mpeg'];

/**
 * Options of an empty output, so that 0 is where the file begins, also if the stream that begins there is not read
 * otherwise: sound that starts after the picture would start at 0.
 */
export function allStreams({ demuxer }: Sniffed): string[] {
  if (!COUNTED_BY_STREAM.includes(demuxer)) return [];
  return ['-map', '0:V?', '-map', '0:a?', '-c', 'copy', '-t', '0.001', '-f', 'null', '-'];
}

/** Seeking in such a file ends up to so many seconds after what was asked for. */
const MARGIN_SECONDS = 2;

/** A clock jumps where it goes ahead or back by more than this, in seconds; ffmpeg closes such jumps. */
const JUMP_SECONDS = 10;
const JUMP_BACK_SECONDS = 0.1;

/** What is known of a file: its key frames in seconds, in order; undefined where its clock jumps. */
type Keys = Float64Array | undefined;

export interface SeekOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
}

const files = new Map<string, Promise<Keys>>();
const beginnings = new Map<string, Promise<Beginning>>();
/** Files of which this is remembered; the oldest goes first. */
const MOST_FILES = 64;

/** What is found by reading a file, remembered as long as the file does not change. */
async function ofFile<T>(known: Map<string, Promise<T>>, file: string, read: () => Promise<T>): Promise<T> {
  const { ino, size, mtimeMs } = await stat(file);
  const found = await remember(known, `${file} ${ino} ${size} ${mtimeMs}`, read);
  const oldest = known.keys().next().value;
  if (known.size > MOST_FILES && oldest !== undefined) known.delete(oldest);
  return found;
}

/**
 * The second to seek to, so that the frame at `start` can be decoded: a little before its key frame, or 0 where the
 * file has to be read from its beginning. The file is read once to its end, and remembered as long as it does not change.
 * @throws MediaError
 */
export async function seekPoint(
  file: string,
  sniffed: Sniffed,
  start: number,
  options: SeekOptions,
): Promise<number> {
  const keys = await ofFile(files, file, () => readKeys(file, sniffed, options));
  const last = keys?.findLast((second) => second <= start);
  return Math.max(0, (last ?? 0) - MARGIN_SECONDS);
}

/** How a file begins, in seconds. */
export interface Beginning {
  /** When the later one of picture and sound begins. */
  both: number;
  /** A tick of the clock of its picture, or of its sound if it has none. */
  tick: number;
}

/** @throws MediaError */
export function beginningOf(file: string, sniffed: Sniffed, options: SeekOptions): Promise<Beginning> {
  return ofFile(beginnings, file, async () => {
    const args = [...globalArgs('fatal'), ...inputArgs(file, sniffed), '-map', '0:V:0?', '-map', '0:a:0?'];
    args.push('-c', 'copy', '-frames:v', '1', '-frames:a', '1', '-f', 'framecrc', 'pipe:1');
    const found: StreamPacket[] = [];
    const onOutput = streamPacketReader((stream, packet) => {
      found[stream] ??= packet;
    });
    await run(options.ffmpeg.path, args, { ...options, file, timeoutSeconds: 60, onOutput });
    const first = Object.values(found);
    return { both: Math.max(0, ...first.map(({ begin }) => begin)), tick: first[0]?.tick ?? 0 };
  });
}

async function readKeys(file: string, sniffed: Sniffed, { ffmpeg, signal }: SeekOptions): Promise<Keys> {
  const args = [
    ...globalArgs('fatal'),
    '-copyts',
    ...inputArgs(file, sniffed),
    '-map',
    '0:V:0?',
    '-map',
    '0:a:0?',
  ];
  args.push('-c', 'copy', '-copyinkf', '-f', 'framecrc', 'pipe:1');
  const keys: number[] = [];
  const last: StreamPacket[] = [];
  // While a clock is behind itself, ffmpeg gives out the latest time again and again.
  const behind: number[] = [];
  let jumps = false;
  let begin = Number.POSITIVE_INFINITY;
  const onOutput = streamPacketReader((stream, packet) => {
    const { begin: at, end, decoded, key } = packet;
    const before = last[stream];
    behind[stream] = decoded === before?.decoded ? (behind[stream] ?? 0) + end - at : 0;
    jumps ||= Math.abs(at - (before?.begin ?? at)) > JUMP_SECONDS || behind[stream] > JUMP_BACK_SECONDS;
    begin = Math.min(begin, at);
    last[stream] = packet;
    if (stream === 0 && key) keys.push(at);
  });
  await run(ffmpeg.path, args, { file, signal, timeoutSeconds: 6 * 3600, onOutput });
  return jumps ? undefined : Float64Array.from(keys, (at) => at - begin).sort();
}
