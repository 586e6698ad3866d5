/** What face detections and face matches have in common on the command line. */
import { column } from '../../model/columns.ts';
import { refuseTogether } from '../../model/common-flags.ts';
import { id } from '../../model/values.ts';
import { frameConfig, frameFlagsAt } from './frames.ts';

/** The table of faces. */
export const faceColumns = [
  column('timestamp', 'seconds', 'at'),
  column('id'),
  column('frame_id'),
  column('face_bounding_box', 'text', 'box'),
  column('thumbnail_url', 'text', 'thumbnail'),
];

/** The frames in which faces are looked for: an extraction there is, or what a new one is made by. */
export const framesFlags = {
  frameExtractionId: id('Use this frame extraction'),
  ...frameFlagsAt('frame_extraction_config.'),
} as const;

/** The whole frame_extraction_config of a body. Throws a UsageError when the frames are named in both ways. */
export function framesOf(input: Readonly<Record<string, unknown>>) {
  const config = frameConfig(input);
  refuseTogether({ frameExtractionId: input.frameExtractionId, frameExtractionConfig: config });
  return config && { frame_extraction_config: config };
}
