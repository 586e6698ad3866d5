import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import { agrees, type Ending } from './ending.ts';
import { endingNear, type Measured, type MeasureOptions, measure } from './measure.ts';

/**
 * Hardly any media has fewer bytes per second (32 kbit/s). A file that claims to is read to its end, which is fast
 * because it is small.
 */
const PLAUSIBLE_BYTES = 4_000;

/**
 * Media of more seconds than these must have a packet per second, or this many bytes: less than speech at its smallest,
 * and more than a few pictures spread over a day.
 */
const SHORT_SECONDS = 1_200;
const PACKETS_A_SECOND = 1;
const BYTES_A_SECOND = 500;

/**
 * Packets may add up to this many times the size of the file: containers compress headers, and tables may refer to
 * bytes twice.
 */
const REPEATED = 2;
const REPEATED_SLACK = 1024 * 1024;

/**
 * Formats that have no clock, or one that may start anew in the middle: their end says nothing of what is before it.
 * What ffmpeg says of their duration is an estimate by their bit rate, or the difference of two times.
 */
const COUNTED = ['mp3', 'aac', 'ac3', 'amr', 'ogg', 'mpegts', 'mpeg', 'mpegvideo', 'h264', 'hevc'];

/** Larger recordings of broadcasts are not read to their end, which takes three seconds of processor time a gigabyte. */
const MOST_COUNTED_BYTES = 1024 * 1024 * 1024;

/** Containers of plain samples, whose bytes are their duration. */
const PLAIN = ['wav', 'w64', 'aiff', 'caf', 'au'];
/** Bytes around the samples: headers, tags, and a cover picture. */
const AROUND_SAMPLES = 64 * 1024;

/** Timeout for reading a file, in seconds: a small one is read at once, a large one at the speed of a slow disk. */
export function patienceFor(bytes: number): number {
  return 20 + bytes / 10_000_000;
}

/** A file, and what its headers claim. */
export interface Claim {
  path: string;
  sniffed: Sniffed;
  /** Bytes. */
  size: number;
  /** Seconds; null if it claims none. */
  duration: number | null;
  /** Bits per second of its only stream, if they are plain samples. */
  sampleBits: number | null;
  /** How it ends, if that was seen already. */
  ending?: Ending | undefined;
}

/** Whether a format is read to its end, whatever it claims, and its claim is no more than an estimate. */
export function isCounted({ demuxer }: Pick<Sniffed, 'demuxer'>, size: number): boolean {
  return COUNTED.includes(demuxer) && size <= MOST_COUNTED_BYTES;
}

/**
 * The true duration of media. A claim is believed if the packets at the file's end confirm it; otherwise all its packets
 * decide.
 * @returns seconds, null if nothing in it has a time
 * @throws MediaError for media that is almost empty for its duration
 */
export async function trueDuration(claim: Claim, options: MeasureOptions): Promise<number | null> {
  if (await isBelievable(claim, options)) return claim.duration;
  const found = await measure(claim.path, claim.sniffed, options);
  check(claim, found);
  return claim.duration !== null && found.ending && agrees(claim.duration, found.ending)
    ? claim.duration
    : found.seconds;
}

async function isBelievable(claim: Claim, options: MeasureOptions): Promise<boolean> {
  const { path, sniffed, size, duration } = claim;
  if (duration === null || isCounted(sniffed, size)) return false;
  if (size < duration * PLAUSIBLE_BYTES) return false;
  if (isFilled(claim, duration)) return true;
  const ending = claim.ending ?? (await endingNear(path, duration, sniffed, options));
  return ending !== null && agrees(duration, ending);
}

/** Whether plain samples fill the file. */
function isFilled({ sniffed, size, sampleBits }: Claim, duration: number): boolean {
  if (sampleBits === null || !PLAIN.includes(sniffed.demuxer)) return false;
  const around = size - (duration * sampleBits) / 8;
  return around >= 0 && around <= AROUND_SAMPLES;
}

function check({ path, size }: Claim, { seconds, packets, bytes }: Measured): void {
  const refuse = (reason: string) => new MediaError('unsupported', `${basename(path)}: ${reason}`);
  if (packets === 0) throw refuse('it has no readable video or audio, whatever its headers claim');
  if (bytes > REPEATED * size + REPEATED_SLACK)
    throw refuse(
      `its tables refer to the same bytes again and again: ${bytes} bytes of media in ${size} bytes`,
    );
  if (seconds - SHORT_SECONDS > Math.max(packets / PACKETS_A_SECOND, bytes / BYTES_A_SECOND))
    throw refuse(
      `its ${packets} video and audio packets are spread over ${(seconds / 3600).toFixed(1)} hours; media longer ` +
        'than 20 minutes needs one per second. Re-encode it with a constant frame rate',
    );
}
