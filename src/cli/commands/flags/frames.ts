/** The flags that say which frames are taken, and the configuration they make. */
import { limits } from '../../../contract/limits.ts';
import type { BodyInput } from '../../../contract/operations/index.ts';
import { within } from '../../model/bounds.ts';
import { some } from '../../model/plan.ts';
import { either, integer, number, seconds } from '../../model/values.ts';

type Config = BodyInput<'frames.create'>;

/** `at` is where the configuration stands in the body: `frame_extraction_config.`, or nothing when it is the body. */
export const frameFlagsAt = (at: string) => ({
  framesPerSecond: number(`Frames per second, ${within(limits.framesPerSecond)}`, {
    field: `${at}uniform_config.frames_per_second`,
  }),
  maxWidth: integer(`Maximum frame width in pixels, ${within(limits.frameWidth)}`, {
    field: `${at}uniform_config.max_width`,
  }),
  frameThumbnails: either('Keep a picture of each frame (default yes)', {
    field: `${at}thumbnails_config.enable_frame_thumbnails`,
  }),
  startTime: seconds('Begin at this second of the media', { field: `${at}start_time_seconds` }),
  endTime: seconds('End at this second of the media', { field: `${at}end_time_seconds` }),
});

interface FrameInput {
  readonly framesPerSecond: number | undefined;
  readonly maxWidth: number | undefined;
  readonly frameThumbnails: boolean | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

/** The configuration the flags make; undefined when none was given. */
export function frameConfig(flags: FrameInput): Config | undefined {
  const parts = some({
    uniform_config: some({ frames_per_second: flags.framesPerSecond, max_width: flags.maxWidth }),
    thumbnails_config: some({ enable_frame_thumbnails: flags.frameThumbnails }),
    start_time_seconds: flags.startTime,
    end_time_seconds: flags.endTime,
  });
  return parts && { strategy: 'uniform', ...parts };
}
