import type { SegmentationConfig } from '../../../contract/index.ts';
import {
  detectShots,
  mainVideo,
  pastEnd,
  probe,
  type Shot,
  type ShotOptions,
  shotFrames,
  shotRate,
} from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { Span } from './cut.ts';

/** Why a film has no segments by shots, and what to do instead. */
export const NO_SCENES =
  'no scene change was found in the picture; use strategy uniform or manual instead, or detector ' +
  'content with a lower threshold';

/** The detector's part of a configuration, with seconds and thresholds as sent. */
export type ShotWish = Pick<
  SegmentationConfig,
  'shot_detector_config' | 'start_time_seconds' | 'end_time_seconds'
>;

/**
 * The shots of a film, in one decoding pass. Memory does not depend on its length.
 * @param duration seconds
 * @returns in order; empty if no scene change was found
 * @throws MediaError if it has no picture or cannot be decoded
 */
export async function findShots(
  ctx: JobContext,
  path: string,
  wish: ShotWish,
  duration: number,
): Promise<Shot[]> {
  const start = wish.start_time_seconds ?? 0;
  const end = Math.min(duration, wish.end_time_seconds ?? duration);
  const { ffmpeg, signal } = ctx;
  const rate = shotRate(mainVideo(await probe(path, { ffmpeg, signal }))?.frame_rate ?? null);
  const options = { ...detectorOf(wish), fps: rate.value, start, end };
  const window = { startSeconds: start, endSeconds: end < duration ? end : pastEnd(duration) };
  const shots: Shot[] = [];
  for await (const shot of detectShots(shotFrames(path, { ffmpeg, rate, signal, ...window }), options))
    shots.push(shot);
  return shots;
}

/** A configuration's detector options; missing ones keep the detector's defaults. */
function detectorOf({ shot_detector_config: config }: ShotWish): Omit<ShotOptions, 'fps'> {
  const { detector = 'adaptive', threshold, min_seconds, max_seconds, fill_gaps } = config ?? {};
  return { detector, threshold, min_seconds, max_seconds, fill_gaps };
}

/** Shots as segments. */
export function spansOf(shots: readonly Shot[]): Span[] {
  return shots
    .map(({ start_time, end_time }) => ({ start: start_time, end: end_time }))
    .filter(({ start, end }) => end > start);
}
