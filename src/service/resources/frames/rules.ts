import { limits } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import { checkUsable, durationOf, type FileRow } from '../common/lookup.ts';
import type { Config } from './config.ts';

/**
 * Checks whether frames can be extracted as requested. What is unknown until the file is probed is checked by the job.
 * @throws 400, and 409 for a failed file
 */
export function checkFrames(file: FileRow, config: Config): void {
  checkUsable(file);
  const reason = cannotExtract(file, config);
  if (reason !== undefined) throw badRequest(reason);
}

/** Why a probed file has no such frames, as a sentence; undefined if it has, or is not probed yet. */
export function cannotExtract(file: FileRow, config: Config): string | undefined {
  if (file.media_type === 'audio') return `file ${file.id} is audio; it has no frames and no faces`;
  const duration = durationOf(file);
  return duration === null ? undefined : outOfRange(config, duration);
}

function outOfRange(config: Config, duration: number): string | undefined {
  const { start_time_seconds: start = 0, end_time_seconds: end = duration } = config;
  if (start >= duration)
    return `field start_time_seconds must be below ${duration}: the media lasts ${duration} seconds`;
  const fps = config.uniform_config?.frames_per_second ?? limits.framesPerSecond.default;
  const count = Math.ceil((Math.min(end, duration) - start) * fps);
  if (count <= limits.framesPerExtraction) return undefined;
  return (
    `this would extract ${count} frames; at most ${limits.framesPerExtraction} are allowed: lower ` +
    'uniform_config.frames_per_second, or choose a part with start_time_seconds and end_time_seconds'
  );
}
