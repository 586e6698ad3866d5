import type { Selectable } from 'kysely';
import type { Segment, Thumbnail } from '../../../contract/index.ts';
import type { Link } from '../../links/links.ts';
import { fromJson } from '../../store/json.ts';
import type { SegmentsTable, ThumbnailsTable } from '../../store/schema.ts';
import { optional } from '../common/optional.ts';

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
