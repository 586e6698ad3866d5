import type { SegmentationConfig } from '../../../contract/index.ts';
import { limits } from '../../../contract/index.ts';

/** A stretch of a file, in seconds; `end` is above `start`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Seconds below which two times are the same: frames are longer, rounding of containers is shorter. */
const SAME = 0.001;

/**
 * The segments a configuration makes of media that lasts `duration` seconds.
 * Uniform: a window every `hop_seconds`, overlapping where the hop is shorter than the window; the last one ends at
 * the media's end (or at `end_time_seconds`), and none begins where the one before already reached it. Manual: as given, cut off
 * at the end. Shots are not found by time alone: see pipeline/shot-spans.ts.
 */
export function cut(config: SegmentationConfig, duration: number): Span[] {
  const from = config.start_time_seconds ?? 0;
  const to = Math.min(duration, config.end_time_seconds ?? duration);
  if (config.strategy === 'manual') return manual(config, from, to);
  return uniform(config, from, to);
}

function uniform(config: SegmentationConfig, from: number, to: number): Span[] {
  const window = config.uniform_config?.window_seconds ?? limits.defaultWindowSeconds;
  const hop = config.uniform_config?.hop_seconds ?? window;
  const spans: Span[] = [];
  // Multiplied, not added up: a thousand additions of 0.1 drift.
  for (let index = 0; ; index += 1) {
    const start = tidy(from + index * hop);
    const end = tidy(Math.min(start + window, to));
    if (end - start < SAME) break;
    spans.push({ start, end });
    if (to - end < SAME) break;
  }
  return spans;
}

function manual(config: SegmentationConfig, from: number, to: number): Span[] {
  return (config.manual_config?.segments ?? [])
    .map(({ start_time, end_time }) => ({ start: Math.max(start_time, from), end: Math.min(end_time, to) }))
    .filter(({ start, end }) => end - start >= SAME);
}

/** Microseconds are exact enough for media, and print well. */
function tidy(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** `count` times inside a span, evenly spread and away from its ends, where films cut. */
export function timesInside({ start, end }: Span, count: number): number[] {
  return Array.from({ length: count }, (_, index) => tidy(start + ((index + 0.5) * (end - start)) / count));
}
