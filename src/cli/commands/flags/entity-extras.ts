/** Flags and columns for entities and their segments. */
import { column } from '../../model/columns.ts';
import { pageFlags } from '../../model/flags/common-flags.ts';
import { toggle } from '../../model/values.ts';

/** --limit and --offset of the segments, --include-thumbnails, --include-chapters and --include-shots. */
export const entityExtraFlags = {
  ...pageFlags,
  includeThumbnails: toggle('Include thumbnails'),
  includeChapters: toggle('Include chapters'),
  includeShots: toggle('Include shots'),
} as const;

/** A row for each segment. */
export const segmentEntityColumns = [
  column('start_time', 'seconds', 'start'),
  column('end_time', 'seconds', 'end'),
  column('entities'),
];
