import type { Collection, CollectionType, SegmentationConfig } from '../../../contract/index.ts';
import { fromJson } from '../../store/json.ts';
import type { Json } from '../../store/schema.ts';
import type { CollectionRow } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';

/** A collection as the API shows it. @param fileCount number of files in it */
export function collectionOf(row: CollectionRow, fileCount: number): Collection {
  return {
    id: row.id,
    object: 'collection',
    name: row.name,
    description: row.description,
    collection_type: row.collection_type as CollectionType,
    ...optional('default_segmentation_config', configOf(row.default_segmentation_config)),
    ...fromJson<Partial<Collection>>(row.config),
    created_at: row.created_at,
    file_count: fileCount,
  };
}

function configOf(json: Json | null): SegmentationConfig | null {
  return fromJson<SegmentationConfig>(json);
}
