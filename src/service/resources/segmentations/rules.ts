import { limits, type SegmentationConfig } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import { checkUsable, durationOf, type FileRow } from '../common/lookup.ts';

const LESS = 'use longer windows, or choose a part with start_time_seconds and end_time_seconds';

/**
 * Why a segmentation would be too large, as a sentence; undefined if it is not. Segments found in the content (shots)
 * are counted after detection.
 * @param duration seconds
 */
function tooManyAsked(config: SegmentationConfig, duration: number): string | undefined {
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

/** Seconds by which a segment may exceed the container's duration: people often round times up. */
const END_SLACK = 0.5;

/**
 * Checks whether a file can be segmented as requested. What is unknown until the file is probed is checked by the job.
 * @throws 400 for images, for shots of an audio file, for times beyond the file's end and for too many segments; 409
 * for a failed file
 */
export function checkCut(file: FileRow, config: SegmentationConfig): void {
  checkUsable(file);
  const reason = cannotCut(file, config);
  if (reason !== undefined) throw badRequest(reason);
}

/** Why a probed file cannot be segmented as requested, as a sentence; undefined if it can, or is not probed yet. */
export function cannotCut(file: FileRow, config: SegmentationConfig): string | undefined {
  if (file.media_type === 'image') return `file ${file.id} is an image; images have no segments`;
  if (file.media_type === 'audio' && config.strategy === 'shot-detector')
    return `file ${file.id} is audio; segmentation by shot-detector needs video`;
  const duration = durationOf(file);
  return duration === null ? undefined : (outOfRange(config, duration) ?? tooManyAsked(config, duration));
}

function outOfRange(config: SegmentationConfig, duration: number): string | undefined {
  const length = `the media lasts ${duration} seconds`;
  if ((config.start_time_seconds ?? 0) >= duration)
    return `field start_time_seconds must be below ${duration}: ${length}`;
  if (config.strategy !== 'manual') return undefined;
  const late = config.manual_config?.segments.findIndex((one) => one.end_time > duration + END_SLACK) ?? -1;
  return late < 0 ? undefined : `field manual_config.segments[${late}].end_time is out of range: ${length}`;
}
