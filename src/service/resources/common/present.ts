import type { Selectable } from 'kysely';
import type {
  Collection,
  CollectionFile,
  CollectionType,
  MemberSegmentation,
  Segment,
  SegmentationConfig,
  Thumbnail,
  VauFile,
} from '../../../contract/index.ts';
import { searchableTypes } from '../../../contract/index.ts';
import type { Link } from '../../links/links.ts';
import { fromJson } from '../../store/json.ts';
import type { Json, SegmentsTable, ThumbnailsTable } from '../../store/schema.ts';
import {
  type CollectionFileRow,
  type CollectionRow,
  FILE_URI,
  type FileRow,
  type SegmentationRow,
} from './lookup.ts';

/** Object keys of what belongs to a file. */
export const fileKeys = {
  prefix: (id: string) => `files/${id}`,
  original: (id: string) => `files/${id}/original`,
  thumbnail: (id: string) => `files/${id}/thumbnail.jpg`,
  subtitles: (id: string) => `files/${id}/subtitles`,
};

/** `{name: value}`, or nothing where there is no value: the interface leaves out what it has not. */
function optional<Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { [key in Name]?: Value } {
  return (value === null || value === undefined ? {} : { [name]: value }) as { [key in Name]?: Value };
}

/** A File as the interface shows it. */
export function fileOf(row: FileRow, link: Link): VauFile {
  return {
    id: row.id,
    status: row.status,
    uri: `${FILE_URI}${row.id}`,
    bytes: row.bytes,
    created_at: row.created_at,
    filename: row.filename,
    metadata: fromJson(row.metadata),
    ...optional('media_type', row.media_type),
    ...optional('media_info', fromJson<NonNullable<VauFile['media_info']>>(row.media_info)),
    ...optional('video_info', fromJson<NonNullable<VauFile['video_info']>>(row.video_info)),
    ...optional('thumbnail_url', row.has_thumbnail ? link(fileKeys.thumbnail(row.id)) : null),
    source: row.source as VauFile['source'],
    source_metadata: fromJson(row.source_metadata),
    ...optional('error', row.error),
  };
}

/** A collection; `fileCount` is how many files are in it. */
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

function shownSegmentation(row: SegmentationRow): MemberSegmentation {
  return {
    id: row.id,
    status: row.status,
    file_id: row.file_id,
    segmentation_config: fromJson<SegmentationConfig>(row.config),
  };
}

/** A segment of a segmentation. */
export function segmentOf(row: Selectable<SegmentsTable>, link: Link): Segment {
  return {
    id: row.id,
    file_id: row.file_id,
    start_time: row.start_time,
    end_time: row.end_time,
    ...optional('thumbnail_url', row.thumbnail_key === null ? null : link(row.thumbnail_key)),
    ...optional('metadata', fromJson<Record<string, unknown>>(row.metadata)),
    segmentation_id: row.segmentation_id,
  };
}

/** A picture of a file, segment or keyframe. */
export function thumbnailOf(row: Selectable<ThumbnailsTable>, link: Link): Thumbnail {
  return {
    id: row.id,
    url: link(row.object_key),
    time: row.time,
    ...optional('segmentation_id', row.segmentation_id),
    ...optional('segment_id', row.segment_id),
    type: row.type,
  };
}
