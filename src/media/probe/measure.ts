import { stat } from 'node:fs/promises';
import { MediaError } from '../errors.ts';
import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';
import { type Ending, endingReader } from './ending.ts';
import { type Packet, packetReader } from './stream-packets.ts';

/** The packets of a file's video and audio, whatever its headers claim. */
export interface Measured {
  /** Start of the first packet. */
  begin: number;
  /** End of the last packet. */
  seconds: number;
  packets: number;
  /** Bytes of all packets. More than the file's size if its tables refer to the same bytes again and again. */
  bytes: number;
  /** Null without packets. */
  ending: Ending | null;
}

export interface MeasureOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
  timeoutSeconds: number;
  /** Which streams count. Default all of picture and sound. */
  streams?: readonly string[] | undefined;
}

/** A file is probed by each step that works on it, and read once. By its place, version and what was read of it. */
const known = new Map<string, Measured>();
/** Files that are remembered. */
const MOST_KNOWN = 200;

/**
 * Reads a file to its end without decoding it. A gigabyte takes one to three seconds of processor time; files of this
 * process that have not changed since are remembered.
 * @returns the totals; without packets they are 0, and `begin` is infinite
 * @throws MediaError if it cannot be opened or reading takes too long
 */
export async function measure(file: string, sniffed: Sniffed, options: MeasureOptions): Promise<Measured> {
  const { dev, ino, size, mtimeMs } = await stat(file);
  const key = JSON.stringify([dev, ino, size, mtimeMs, options.ffmpeg.path, options.streams]);
  const found = known.get(key) ?? (await readAll(file, sniffed, options));
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.size > MOST_KNOWN ? [...known.keys()].slice(0, 1) : []) known.delete(oldest);
  return found;
}

async function readAll(file: string, sniffed: Sniffed, options: MeasureOptions): Promise<Measured> {
  const found = { begin: Number.POSITIVE_INFINITY, seconds: 0, packets: 0, bytes: 0 };
  const last = endingReader();
  const read = readPackets(file, sniffed, [], options, (packet) => {
    last.add(packet);
    found.begin = Math.min(found.begin, packet.begin);
    found.seconds = Math.max(found.seconds, packet.end);
    found.packets += 1;
    found.bytes += packet.bytes;
  });
  await read.catch((error: unknown) => {
    // A damaged end does not invalidate what came before it.
    if (!isDamage(error) || found.packets === 0) throw error;
  });
  return { ...found, ending: last.ending() };
}

/** Where the check of a file's end starts, in seconds before the claimed end. */
const TAIL_SECONDS = 10;

/**
 * How a file ends if its claimed duration is about right. It seeks there and reads what follows, so the file's length
 * does not matter.
 * @param seconds the claimed duration
 * @returns null if there are no packets near the claimed end
 */
export async function endingNear(
  file: string,
  seconds: number,
  sniffed: Sniffed,
  options: MeasureOptions,
): Promise<Ending | null> {
  const from = Math.max(0, seconds - TAIL_SECONDS);
  const last = endingReader();
  const before = from > 0 ? ['-ss', from.toFixed(3)] : [];
  const look = readPackets(file, sniffed, before, options, ({ begin, end, ...rest }) =>
    last.add({ ...rest, begin: begin + from, end: end + from }),
  );
  await look.catch((error: unknown) => {
    if (!isDamage(error)) throw error;
  });
  return last.ending();
}

function isDamage(error: unknown): boolean {
  return error instanceof MediaError && error.code === 'unreadable';
}

/** Where a clock jumps, a time that ffmpeg makes up is that of the next piece. No frame of such film waits for a second. */
const LATEST_SECONDS = 1;

async function readPackets(
  file: string,
  sniffed: Sniffed,
  before: readonly string[],
  { ffmpeg, signal, timeoutSeconds, streams = ['0:V?', '0:a?'] }: MeasureOptions,
  onPacket: (packet: Packet) => void,
): Promise<void> {
  // Old film has few times or none, but a frame rate.
  const untimed = ['mpegvideo', 'mpeg'].includes(sniffed.demuxer);
  const timed = untimed ? ['-fflags', '+genpts'] : [];
  const args = [...globalArgs('fatal'), ...inputArgs(file, sniffed, [...timed, ...before])];
  args.push(...streams.flatMap((stream) => ['-map', stream]), '-c', 'copy', '-f', 'framecrc', 'pipe:1');
  const onOutput = packetReader(onPacket, untimed ? LATEST_SECONDS : undefined);
  await run(ffmpeg.path, args, { file, signal, timeoutSeconds, onOutput });
}
