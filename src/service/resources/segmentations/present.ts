import type { Selectable } from 'kysely';
import type { Segment, Segmentation, SegmentationConfig, Thumbnail } from '../../../contract/index.ts';
import type { Link } from '../../links/links.ts';
import { isOpen } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { SegmentsTable, ThumbnailsTable } from '../../store/sql/schema.ts';
import { NO_DESCRIPTION } from '../../understanding/rules/structure/index.ts';
import type { Page } from '../common/lists/lists.ts';
import type { SegmentationRow } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';

/** A segment as its segmentation shows it, with the chapter's description if it has one. */
export interface SegmentInside {
  readonly segment: Pick<Segment, 'id' | 'start_time' | 'end_time' | 'thumbnail_url'>;
  readonly description: string | null;
}

/** A segment in a page of its segmentation. */
export function segmentInside(row: Selectable<SegmentsTable>, link: Link): SegmentInside {
  const { id, start_time, end_time, thumbnail_url } = segmentOf(row, link);
  return {
    segment: { id, start_time, end_time, ...optional('thumbnail_url', thumbnail_url) },
    description: row.description,
  };
}

/** A segmentation, with one page of its segments if it is completed. */
export function segmentationOf(row: SegmentationRow, page?: Page<SegmentInside>): Segmentation {
  const config = fromJson<SegmentationConfig>(row.config);
  return {
    segmentation_id: row.id,
    status: row.status,
    file_id: row.file_id,
    segmentation_config: config,
    thumbnails_config: { enable_segment_thumbnails: row.segment_thumbnails === 1 },
    created_at: row.created_at,
    ...(isOpen(row) ? {} : { total_segments: page?.total ?? 0 }),
    ...(page && segmentsOf(page, config.strategy)),
    ...optional(row.status === 'completed' ? 'note' : 'error', row.error),
  };
}

/** A page of segments, with the fields of shots or chapters if the strategy makes them. */
function segmentsOf(
  { data, object, total, limit, offset }: Page<SegmentInside>,
  strategy: SegmentationConfig['strategy'],
): Partial<Segmentation> {
  const shots = data.map(({ segment: { start_time, end_time } }, at) => ({
    index: offset + at,
    start_time,
    end_time,
  }));
  const page = { object, segments: data.map(({ segment }) => segment), total, limit, offset };
  if (strategy === 'shot-detector') return { total_shots: total, data: { ...page, shots } };
  if (strategy !== 'narrative') return { data: page };
  const chapters = shots.map((shot, at) => ({
    ...shot,
    description: data[at]?.description ?? NO_DESCRIPTION,
  }));
  return { total_chapters: total, data: { ...page, chapters } };
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
