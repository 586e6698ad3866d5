/** The segment thumbnails flag. */
import { either } from '../../model/values.ts';

/** --segment-thumbnails and --no-segment-thumbnails. */
export const thumbnailsFlag = {
  segmentThumbnails: either('Make a thumbnail of each segment (default: as set at upload)', {
    field: 'thumbnails_config.enable_segment_thumbnails',
  }),
} as const;
