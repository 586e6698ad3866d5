import { limits, type SegmentationConfig } from '../../../contract/index.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { asGiven } from '../common/as-given.ts';
import { type FileRow, findSegmentation, type SegmentationRow } from '../common/lookup.ts';
import { checkUsable } from '../files/usable.ts';
import { checkCut } from './rules.ts';

/** How a new collection file is to be cut: by a segmentation there is, by a configuration, or (pictures) not at all. */
export type WantedSegmentation =
  | { readonly row: SegmentationRow }
  | { readonly config: SegmentationConfig }
  | undefined;

/** What is used when nothing is asked for. */
export const DEFAULT_SEGMENTATION: SegmentationConfig = {
  strategy: 'uniform',
  uniform_config: { window_seconds: limits.defaultWindowSeconds },
};

/** How a file is to be cut: as the request says, or in the standard way; images not at all. @throws as `checkCollectionFile` */
export async function chooseSegmentation(
  ctx: RequestContext,
  file: FileRow,
  body: Pick<Input<'media.add'>['body'], 'segmentation_id' | 'segmentation_config'>,
  sent: unknown,
  standard: SegmentationConfig = DEFAULT_SEGMENTATION,
): Promise<WantedSegmentation> {
  checkUsable(file);
  if (body.segmentation_id !== undefined)
    return { row: await ownSegmentation(ctx, file, body.segmentation_id) };
  if (body.segmentation_config) {
    checkCut(file, body.segmentation_config);
    return { config: asGiven(sent, body).segmentation_config ?? body.segmentation_config };
  }
  if (file.media_type === 'image') return undefined;
  checkCut(file, standard);
  return { config: standard };
}

async function ownSegmentation(ctx: RequestContext, file: FileRow, id: string): Promise<SegmentationRow> {
  const row = await findSegmentation(ctx, id);
  if (row.file_id !== file.id)
    throw badRequest(`segmentation ${id} belongs to file ${row.file_id}, not to file ${file.id}`);
  if (row.status === 'failed')
    throw conflict(`segmentation ${id} failed: ${row.error ?? 'no reason was noted'}`);
  if (file.media_type === 'image') throw badRequest(`file ${file.id} is an image; images have no segments`);
  return row;
}
