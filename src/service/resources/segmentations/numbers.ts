import { limits, type SegmentationConfig } from '../../../contract/index.ts';

const LESS = 'use longer windows, or choose a part with start_time_seconds and end_time_seconds';

/**
 * Why a segmentation would be too large, as a sentence; undefined if it is not. Segments found in the content (shots)
 * are counted after detection.
 * @param duration seconds
 */
export function tooManyAsked(config: SegmentationConfig, duration: number): string | undefined {
  if (config.strategy === 'manual') return tooMany(config, config.manual_config?.segments.length ?? 0);
  if (config.strategy !== 'uniform') return undefined;
  const { start_time_seconds: from = 0, end_time_seconds: to = duration, uniform_config: uniform } = config;
  const window = uniform?.window_seconds ?? limits.defaultWindowSeconds;
  const hop = uniform?.hop_seconds ?? window;
  const count = 1 + Math.ceil(Math.max(0, Math.min(to, duration) - from - window) / hop);
  const reason = tooMany(config, count);
  return reason && `${reason}; ${LESS}`;
}

/** The same check for a known number of segments. */
export function tooMany(config: SegmentationConfig, segments: number): string | undefined {
  const { max, pictures } = limits.segments;
  if (segments > max) return `this would make ${segments} segments; at most ${max} are allowed`;
  const count = segments * (config.keyframe_config?.frames_per_segment ?? 0);
  if (count > pictures) return `this would extract ${count} key frames; at most ${pictures} are allowed`;
  return undefined;
}
