import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import type { Sniffed } from '../sniff/sniff.ts';
import { type Measured, type MeasureOptions, measure, reaches } from './measure.ts';

/**
 * Hardly any media takes less than so many bytes a second (32 kbit/s). A file that claims to is read to its end, which is
 * quick: it is small for what it claims.
 */
const PLAUSIBLE_BYTES = 4_000;

/**
 * Up to this length, in seconds, a claim of plausible size is believed: it cannot cost much. The end of what claims more is
 * looked at.
 */
const SHORT_SECONDS = 1_200;

/**
 * Media that is not short has a packet a second, or so many bytes: that is less than speech takes at its smallest, and
 * more than a few pictures spread over a day.
 */
const PACKETS_A_SECOND = 1;
const BYTES_A_SECOND = 500;

/** Containers round, and count the last packet or not: so far a claim may be off, in seconds and as a share. */
const SLACK = { seconds: 1, share: 0.02 };

/** Packets may come to so many times the size of the file: containers compress their headers, and tables name bytes twice. */
const REPEATED = 2;
const REPEATED_SLACK = 1024 * 1024;

/** How long reading a file may take, in seconds: a small one is read at once, a large one at the speed of a slow disk. */
export function patienceFor(bytes: number): number {
  return 20 + bytes / 10_000_000;
}

/** A file, and what its headers claim. */
export interface Claim {
  path: string;
  sniffed: Sniffed;
  /** Bytes. */
  size: number;
  /** Seconds; null where it claims nothing. */
  duration: number | null;
}

/**
 * How long media really lasts. A claim that its size makes implausible, and one that its end does not bear out, gives way
 * to what its packets say.
 * @returns seconds, null where nothing in it has a time
 * @throws MediaError for media that is nearly empty for its length
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
  if (packets === 0) throw refuse('no picture and no sound in it can be read, whatever its headers claim');
  if (bytes > REPEATED * size + REPEATED_SLACK)
    throw refuse(`its tables name the same bytes again and again: ${bytes} bytes of media in ${size} bytes`);
  if (seconds - SHORT_SECONDS > Math.max(packets / PACKETS_A_SECOND, bytes / BYTES_A_SECOND))
    throw refuse(
      `its ${packets} packets of picture and sound are spread over ${(seconds / 3600).toFixed(1)} hours; media of more ` +
        'than 20 minutes needs one each second. Encode it anew with a constant frame rate',
    );
}
