import type { Collection, SegmentationConfig } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { fromJson } from '../../store/sql/json.ts';
import { type CollectionRow, checkUsable, type FileRow } from '../common/lookup.ts';
import { chooseSegmentation, type SegmentationSpec } from '../segmentations/spec.ts';

/**
 * Checks whether a file may join a collection, and how it will be segmented.
 * @throws 400 for audio in a face-analysis collection, for what `checkCut` refuses and for another file's segmentation;
 * 404 for an unknown segmentation; 409 for a failed file or segmentation; 501 for what is not implemented
 */
export async function checkCollectionFile(
  ctx: RequestContext,
  collection: CollectionRow,
  file: FileRow,
  body: Input<'media.add'>['body'],
  sent: unknown,
): Promise<SegmentationSpec> {
  checkUsable(file);
  const reason = cannotJoin(collection.collection_type, file);
  if (reason !== undefined) throw badRequest(reason);
  const config = fromJson<SegmentationConfig>(collection.default_segmentation_config);
  const { default_thumbnails_config: thumbnails } =
    fromJson<Pick<Collection, 'default_thumbnails_config'>>(collection.config) ?? {};
  const standard = { config, thumbnails: thumbnails?.enable_segment_thumbnails };
  return chooseSegmentation(ctx, file, body, sent, standard);
}

/** Why a probed file cannot join a collection of this type, as a sentence; undefined if it can. */
export function cannotJoin(collectionType: string, file: FileRow): string | undefined {
  if (collectionType === 'face-analysis' && file.media_type === 'audio')
    return `file ${file.id} is audio; a face-analysis collection needs video or images`;
  return undefined;
}
