/** Flags and columns that face detections and face matches share. */
import { column } from '../../model/columns.ts';
import { refuseTogether } from '../../model/common-flags.ts';
import { id } from '../../model/values.ts';
import { frameFlagsAt } from './frames.ts';

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
