import type { Sniffed } from '../sniff/sniff.ts';
import { durationInIndex } from './reader.ts';

/** ffmpeg prints hundredths; a value that differs more than this is about something else. */
const TOLERANCE_SECONDS = 0.02;

/**
 * Makes a duration more precise: ffmpeg rounds it to hundredths, the file's own index has microseconds.
 * Reads only what the file states; computing a duration would read whole MP3 and FLAC files.
 * @param duration seconds
 * @returns the same, or the exact one if it could be read and agrees
 */
export async function refine(
  duration: number | null,
  file: string,
  sniffed: Sniffed,
): Promise<number | null> {
  if (sniffed.picture || duration === null) return duration;
  const exact = await durationInIndex(file);
  return exact === null || Math.abs(exact - duration) > TOLERANCE_SECONDS ? duration : exact;
}
