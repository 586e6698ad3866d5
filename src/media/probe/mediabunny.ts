import type { Sniffed } from '../sniff/sniff.ts';
import type { Raw } from './raw.ts';

/** A damaged file must not hold up a probe that ffmpeg has already answered. */
const PATIENCE_MS = 3000;
/** ffmpeg prints hundredths; a value further off than this is about something else. */
const TOLERANCE_SECONDS = 0.02;

/**
 * Makes what ffmpeg printed more exact: it rounds the duration to hundredths, the file's own index has it to the
 * microsecond. Reads only what the file says of itself; computing a duration reads whole MP3 and FLAC files.
 * @returns the same, or with the exact duration where it could be read and agrees
 */
export async function refine(raw: Raw, file: string, sniffed: Sniffed): Promise<Raw> {
  if (sniffed.picture || raw.duration === null) return raw;
  const exact = await Promise.race([exactDuration(file), patience()]);
  if (exact === null || Math.abs(exact - raw.duration) > TOLERANCE_SECONDS) return raw;
  return { ...raw, duration: exact };
}

function patience(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref());
}

async function exactDuration(file: string): Promise<number | null> {
  const { FilePathSource, Input, MATROSKA, MP4, QTFF, WAVE, WEBM } = await import('mediabunny');
  // Only formats with an index that says it; playlists are not among them.
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, MATROSKA, WEBM, WAVE] });
  try {
    return await input.getDurationFromMetadata();
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
