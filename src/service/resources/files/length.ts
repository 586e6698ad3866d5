import { MediaError, type MediaProbe } from '../../../media/index.ts';

/**
 * Longest media to ingest, in hours: two days of camera footage. A kilobyte can claim to last for years, and its
 * frames, segments and streams would fill any disk.
 */
const MOST_HOURS = 48;

/** @throws MediaError if the media is too long */
export function checkLength({ duration_seconds: seconds }: MediaProbe): void {
  if (seconds === null || seconds <= MOST_HOURS * 3600) return;
  const hours = Math.round(seconds / 3600);
  throw new MediaError('unsupported', `its duration is ${hours} hours; at most ${MOST_HOURS} are allowed`);
}
