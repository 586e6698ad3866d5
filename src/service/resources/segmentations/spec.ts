import { limits, type SegmentationConfig } from '../../../contract/index.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { checkUsable, type FileRow, findSegmentation, type SegmentationRow } from '../common/lookup.ts';
import { asGiven } from '../common/optional.ts';
import { checkCut } from './rules.ts';

/**
 * How a new collection file will be segmented: by an existing segmentation, by a configuration, or (images) not at all.
 */
export type SegmentationSpec =
  | { readonly row: SegmentationRow }
  | {
      readonly config: SegmentationConfig;
      /** Whether its segments have thumbnails; undefined: as the file says. */
      readonly thumbnails: boolean | undefined;
    }
  | undefined;

/** The default segmentation. */
const DEFAULT_SEGMENTATION: SegmentationConfig = {
  strategy: 'uniform',
  uniform_config: { window_seconds: limits.defaultWindowSeconds },
};

/** Defaults where a request says nothing. */
interface Standard {
  readonly config?: SegmentationConfig | null;
  readonly thumbnails?: boolean | undefined;
}

/**
 * How a file will be segmented: as the request says, or by default; images not at all. @throws the errors of
 * `checkCollectionFile`
 */
export async function chooseSegmentation(
  ctx: RequestContext,
  file: FileRow,
  body: Pick<Input<'media.add'>['body'], 'segmentation_id' | 'segmentation_config' | 'thumbnails_config'>,
  sent: unknown,
  standard: Standard = {},
): Promise<SegmentationSpec> {
  checkUsable(file);
  const asked = body.thumbnails_config?.enable_segment_thumbnails;
  if (body.segmentation_id !== undefined) {
    const row = await ownSegmentation(ctx, file, body.segmentation_id);
    checkThumbnails(row, asked);
    return { row };
  }
  const thumbnails = asked ?? standard.thumbnails;
  if (body.segmentation_config) {
    checkCut(file, body.segmentation_config);
    return { config: asGiven(sent, body).segmentation_config ?? body.segmentation_config, thumbnails };
  }
  if (file.media_type === 'image') return undefined;
  const config = standard.config ?? DEFAULT_SEGMENTATION;
  checkCut(file, config);
  return { config, thumbnails };
}

/** @throws 400 if an existing segmentation has or lacks thumbnails, contrary to the request */
function checkThumbnails({ id, segment_thumbnails }: SegmentationRow, asked: boolean | undefined): void {
  if (asked === undefined || asked === (segment_thumbnails === 1)) return;
  const has = asked ? 'has no thumbnails' : 'has thumbnails';
  throw badRequest(
    `segmentation ${id} ${has}: leave out thumbnails_config, or give segmentation_config for a new segmentation`,
  );
}

async function ownSegmentation(ctx: RequestContext, file: FileRow, id: string): Promise<SegmentationRow> {
  const row = await findSegmentation(ctx, id);
  if (row.file_id !== file.id)
    throw badRequest(`segmentation ${id} belongs to file ${row.file_id}, not to file ${file.id}`);
  if (row.status === 'failed') throw conflict(`segmentation ${id} failed: ${row.error ?? 'unknown reason'}`);
  if (file.media_type === 'image') throw badRequest(`file ${file.id} is an image; images have no segments`);
  return row;
}
