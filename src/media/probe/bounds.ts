import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import { type Measured, type MeasureOptions, measure, reaches } from './measure.ts';

/**
 * Hardly any media has fewer bytes per second (32 kbit/s). A file that claims to is read to its end, which is fast
 * because it is small.
 */
const PLAUSIBLE_BYTES = 4_000;

/**
 * Up to this duration, in seconds, a plausible claim is believed, because it cannot cost much. For longer claims the
 * end of the file is checked.
 */
const SHORT_SECONDS = 1_200;

/**
 * Longer media must have a packet per second, or this many bytes: less than speech at its smallest, and more than a few
 * pictures spread over a day.
 */
const PACKETS_A_SECOND = 1;
const BYTES_A_SECOND = 500;

/** Containers round, and may or may not count the last packet: tolerance of a claim, in seconds and as a share. */
const SLACK = { seconds: 1, share: 0.02 };

/**
 * Packets may add up to this many times the size of the file: containers compress headers, and tables may refer to
 * bytes twice.
 */
const REPEATED = 2;
const REPEATED_SLACK = 1024 * 1024;

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
}

/**
 * The true duration of media. If a claim is implausible for the file's size, or not confirmed by its end, the packets
 * decide.
 * @returns seconds, null if nothing in it has a time
 * @throws MediaError for media that is almost empty for its duration
 */
export async function trueDuration(claim: Claim, options: MeasureOptions): Promise<number | null> {
  if (await isBelievable(claim, options)) return claim.duration;
  const found = await measure(claim.path, claim.sniffed, options);
  check(claim, found);
  return agree(claim.duration, found.seconds) ? claim.duration : found.seconds;
}

async function isBelievable(
  { path, sniffed, size, duration }: Claim,
  options: MeasureOptions,
): Promise<boolean> {
  if (duration === null || size < duration * PLAUSIBLE_BYTES) return false;
  return duration <= SHORT_SECONDS || reaches(path, duration, sniffed, options);
}

function agree(claimed: number | null, seconds: number): boolean {
  if (claimed === null) return false;
  return Math.abs(claimed - seconds) <= SLACK.seconds + SLACK.share * seconds;
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
