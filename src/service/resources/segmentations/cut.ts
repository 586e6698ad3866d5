import type { SegmentationConfig } from '../../../contract/index.ts';
import { limits } from '../../../contract/index.ts';

/** A span of a file in seconds; `end` is above `start`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Seconds below which two times count as equal: longer than container rounding, shorter than a frame. */
const SAME = 0.001;

/**
 * The segments that a configuration makes of media that lasts `duration` seconds. Uniform: a window every
 * `hop_seconds`, overlapping if the hop is shorter than the window; the last one ends at the media's end (or at
 * `end_time_seconds`), and no window starts after the previous one reached the end. Manual: as given, clipped at the
 * end.
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
  // Multiplied, not accumulated: a thousand additions of 0.1 drift.
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

/** Microseconds are precise enough for media, and print well. */
function tidy(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** `count` times inside a span, evenly spaced and away from its ends, where films cut. */
export function timesInside({ start, end }: Span, count: number): number[] {
  return Array.from({ length: count }, (_, index) => tidy(start + ((index + 0.5) * (end - start)) / count));
}
