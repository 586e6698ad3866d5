import { MediaError, type MediaProbe } from '../../../media/index.ts';

/**
 * Longest media that is taken in, in hours: what a camera records in two days. A kilobyte can claim to last for years,
 * and frames, segments and streams of it would fill any disk.
 */
const MOST_HOURS = 48;

/** @throws MediaError for media that lasts too long */
export function checkLength({ duration_seconds: seconds }: MediaProbe): void {
  if (seconds === null || seconds <= MOST_HOURS * 3600) return;
  const hours = Math.round(seconds / 3600);
  throw new MediaError('unsupported', `it says it lasts ${hours} hours; at most ${MOST_HOURS} are taken`);
}
