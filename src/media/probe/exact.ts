import type { Sniffed } from '../sniff/sniff.ts';
import type { Raw } from './raw.ts';
import { durationInIndex } from './reader.ts';

/** ffmpeg prints hundredths; a value that differs more than this is about something else. */
const TOLERANCE_SECONDS = 0.02;

/**
 * Makes ffmpeg's output more precise: ffmpeg rounds the duration to hundredths, the file's own index has microseconds.
 * Reads only what the file states; computing a duration would read whole MP3 and FLAC files.
 * @returns the same, or with the exact duration if it could be read and agrees
 */
export async function refine(raw: Raw, file: string, sniffed: Sniffed): Promise<Raw> {
  if (sniffed.picture || raw.duration === null) return raw;
  const exact = await durationInIndex(file);
  if (exact === null || Math.abs(exact - raw.duration) > TOLERANCE_SECONDS) return raw;
  return { ...raw, duration: exact };
}
