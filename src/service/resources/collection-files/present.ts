import type {
  CollectionFile,
  CollectionFileSegmentation,
  SegmentationConfig,
  VauFile,
} from '../../../contract/index.ts';
import { searchableTypes } from '../../../contract/index.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectionFileRow, SegmentationRow } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';

/** A file in a collection. The segmentation is shown once the file has been segmented. */
export function collectionFileOf(
  row: CollectionFileRow,
  collectionType: string,
  file: VauFile,
  segmentation: SegmentationRow | undefined,
): CollectionFile {
  const searchable = searchableTypes.includes(collectionType);
  return {
    collection_id: row.collection_id,
    file_id: row.file_id,
    object: 'collection_file',
    added_at: row.added_at,
    status: row.status,
    ...optional('searchable_status', searchable ? (row.searchable_status ?? 'pending') : null),
    file,
    ...optional(
      'segmentation',
      segmentation?.status === 'completed' ? shownSegmentation(segmentation) : null,
    ),
    ...optional('error', row.error),
    ...optional(
      'progress',
      row.status === 'processing' ? fromJson<CollectionFile['progress']>(row.progress) : null,
    ),
  };
}

function shownSegmentation(row: SegmentationRow): CollectionFileSegmentation {
  return {
    id: row.id,
    status: row.status,
    file_id: row.file_id,
    segmentation_config: fromJson<SegmentationConfig>(row.config),
  };
}
