import { MediaError } from '../errors.ts';
import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';
import { type Packet, packetReader } from './packets.ts';

/** The packets of a file's video and audio, whatever its headers claim. */
export interface Measured {
  /** Start of the first packet. */
  begin: number;
  /** End of the last packet. */
  seconds: number;
  packets: number;
  /** Bytes of all packets. More than the file's size if its tables refer to the same bytes again and again. */
  bytes: number;
}

export interface MeasureOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
  timeoutSeconds: number;
  /** Which streams count. Default all of picture and sound. */
  streams?: readonly string[] | undefined;
}

/**
 * Reads a file to its end without decoding it.
 * @returns the totals; without packets they are 0, and `begin` is infinite
 * @throws MediaError if it cannot be opened or reading takes too long
 */
export async function measure(file: string, sniffed: Sniffed, options: MeasureOptions): Promise<Measured> {
  const found: Measured = { begin: Number.POSITIVE_INFINITY, seconds: 0, packets: 0, bytes: 0 };
  const read = readPackets(file, sniffed, [], options, ({ begin, end, bytes }) => {
    found.begin = Math.min(found.begin, begin);
    found.seconds = Math.max(found.seconds, end);
    found.packets += 1;
    found.bytes += bytes;
  });
  await read.catch((error: unknown) => {
    // A damaged end does not invalidate what came before it.
    if (!isDamage(error) || found.packets === 0) throw error;
  });
  return found;
}

/** Where the check of a file's end starts, in seconds before the claimed end. */
const TAIL_SECONDS = 30;

/**
 * Whether a file has packets near its claimed end. It seeks there and stops at the first packet, so the file's length
 * does not matter.
 * @param seconds the claimed duration
 */
export async function reaches(
  file: string,
  seconds: number,
  sniffed: Sniffed,
  options: MeasureOptions,
): Promise<boolean> {
  const found = new AbortController();
  const before = ['-ss', (seconds - TAIL_SECONDS).toFixed(3)];
  const signal = AbortSignal.any([found.signal, ...(options.signal ? [options.signal] : [])]);
  const look = readPackets(file, sniffed, before, { ...options, signal }, ({ end }) => {
    if (end > 0) found.abort();
  });
  await look.catch((error: unknown) => {
    if (!found.signal.aborted && !isDamage(error)) throw error;
  });
  options.signal?.throwIfAborted();
  return found.signal.aborted;
}

function isDamage(error: unknown): boolean {
  return error instanceof MediaError && error.code === 'unreadable';
}

async function readPackets(
  file: string,
  sniffed: Sniffed,
  before: readonly string[],
  { ffmpeg, signal, timeoutSeconds, streams = ['0:V?', '0:a?'] }: MeasureOptions,
  onPacket: (packet: Packet) => void,
): Promise<void> {
  const args = [...globalArgs('fatal'), ...inputArgs(file, sniffed, before)];
  args.push(...streams.flatMap((stream) => ['-map', stream]), '-c', 'copy', '-f', 'framecrc', 'pipe:1');
  await run(ffmpeg.path, args, { file, signal, timeoutSeconds, onOutput: packetReader(onPacket) });
}
