import type { FrameExtraction } from '../../../../contract/index.ts';
import { badRequest, conflict } from '../../../errors.ts';
import type { RequestContext } from '../../../http/handler.ts';
import { fromJson } from '../../../store/sql/json.ts';
import type { FileRow } from '../../common/lookup.ts';
import { DEFAULT_FRAMES, type FullFrameConfig } from '../../frames/config.ts';
import { type FrameExtractionRow, findExtraction } from '../../frames/rows.ts';
import { checkFrames } from '../../frames/rules.ts';

/** The frames in which to detect faces: an existing extraction, or the configuration of a new one. */
export type WantedFrames =
  | { readonly extraction: FrameExtractionRow }
  | { readonly config: FrameExtraction['frame_extraction_config'] };

/**
 * The frames that a request asks for; one per second by default.
 * @throws 400 for another file's extraction, for both fields at once and for what `checkFrames` refuses; 404 for an
 * unknown extraction; 409 for a failed file or extraction
 */
export async function wantedFrames(
  ctx: RequestContext,
  file: FileRow,
  {
    frame_extraction_id: id,
    frame_extraction_config: config,
  }: {
    frame_extraction_id?: string | undefined;
    frame_extraction_config?: FrameExtraction['frame_extraction_config'] | undefined;
  },
): Promise<WantedFrames> {
  if (id === undefined) {
    checkFrames(file, config ?? DEFAULT_FRAMES);
    return { config: config ?? DEFAULT_FRAMES };
  }
  if (config !== undefined)
    throw badRequest('give only one of the fields frame_extraction_id and frame_extraction_config');
  const extraction = await findExtraction(ctx, id);
  checkFrames(file, fromJson<FullFrameConfig>(extraction.config));
  if (extraction.file_id !== file.id)
    throw badRequest(`frame extraction ${id} belongs to file ${extraction.file_id}, not to file ${file.id}`);
  if (extraction.status === 'failed')
    throw conflict(`frame extraction ${id} failed: ${extraction.error ?? 'unknown reason'}`);
  return { extraction };
}
