/** Flags and columns that face detections and face matches share. */

import { limits } from '../../../contract/values/limits.ts';
import { column } from '../../model/columns.ts';
import { refuseTogether } from '../../model/flags/common-flags.ts';
import { either, id, integer, number, seconds, within } from '../../model/values.ts';

// The flags that choose frames.

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

/** Columns of a table of faces. */
export const faceColumns = [
  column('timestamp', 'seconds', 'at'),
  column('id'),
  column('frame_id'),
  column('face_bounding_box', 'text', 'box'),
  column('thumbnail_url', 'text', 'thumbnail'),
];

/** The frames to search: an existing extraction, or the configuration of a new one. */
export const framesFlags = {
  frameExtractionId: id('Use this frame extraction'),
  ...frameFlagsAt('frame_extraction_config.'),
} as const;

/**
 * The frame_extraction_config of a body. @param made the fields that the flags make @throws UsageError when both an
 * extraction and a configuration are given
 */
export function framesOf(input: Readonly<Record<string, unknown>>, made: object) {
  const { frame_extraction_config: given } = made as { readonly frame_extraction_config?: object };
  const config = given && { strategy: 'uniform', ...given };
  refuseTogether({ frameExtractionId: input.frameExtractionId, frameExtractionConfig: config });
  return config && { frame_extraction_config: config };
}
