/** The flags that choose frames. */
import { limits } from '../../../contract/limits.ts';
import { within } from '../../model/bounds.ts';
import { either, integer, number, seconds } from '../../model/values.ts';

/** @param at path of the configuration in the body: `frame_extraction_config.`, or '' when it is the body */
export const frameFlagsAt = (at: string) => ({
  framesPerSecond: number(`Frames per second, ${within(limits.framesPerSecond)}`, {
    field: `${at}uniform_config.frames_per_second`,
  }),
  maxWidth: integer(`Maximum frame width in pixels, ${within(limits.frameWidth)}`, {
    field: `${at}uniform_config.max_width`,
  }),
  frameThumbnails: either('Store a picture of each frame (default yes)', {
    field: `${at}thumbnails_config.enable_frame_thumbnails`,
  }),
  startTime: seconds('Start at this time of the media', { field: `${at}start_time_seconds` }),
  endTime: seconds('End at this time of the media', { field: `${at}end_time_seconds` }),
});
