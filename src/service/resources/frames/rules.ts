import { badRequest } from '../../errors.ts';
import type { FileRow } from '../common/lookup.ts';
import { checkUsable, durationOf } from '../files/usable.ts';
import type { Config } from './config.ts';

/**
 * Whether frames can be taken out of a file as asked. What is not known before the file was probed is judged by
 * the job. @throws 400, and 409 for a failed file
 */
export function checkFrames(file: FileRow, config: Config): void {
  checkUsable(file);
  const reason = cannotExtract(file, config);
  if (reason !== undefined) throw badRequest(reason);
}

/** Why a probed file has no such frames, as a sentence; undefined when it has or is not probed yet. */
export function cannotExtract(file: FileRow, { start_time_seconds: start = 0 }: Config): string | undefined {
  if (file.media_type === 'audio') return `file ${file.id} is audio; it has no frames and no faces`;
  const duration = durationOf(file);
  return duration !== null && start >= duration
    ? `field start_time_seconds must be below ${duration}: the media lasts ${duration} seconds`
    : undefined;
}
