/** Makes the rows of the tables from the responses of the service. Pure. */

import { writeJson } from '../../client/json/json.ts';
import type { CollectionFile } from '../../contract/resources/collection.ts';
import type { Segmentation } from '../../contract/resources/derived/segmentation.ts';
import type { FileEntities } from '../../contract/resources/extract.ts';
import type { CollectionMoment } from '../../contract/resources/finding/moment.ts';
import type { DescribedPart, SpokenPart } from '../../contract/resources/parts.ts';
import { type Leaf, leavesOf, type RowOf } from '../../contract/tables/tables.ts';

/** The row of a collection file. */
export function fileRow({ file, ...item }: CollectionFile): RowOf<'files'> {
  const media = file?.media_info;
  return {
    file_id: item.file_id,
    filename: file?.filename,
    media_type: file?.media_type,
    status: item.status,
    searchable_status: item.searchable_status,
    error: item.error ?? file?.error,
    duration_seconds: media?.duration_seconds,
    width: media?.width,
    height: media?.height,
    frame_rate: media?.frame_rate,
    has_audio: media?.has_audio,
    format: media?.format,
    bytes: file?.bytes,
    source: file?.source,
    uri: file?.uri,
    content_hash: file?.content_hash,
    created_at: file?.created_at,
    added_at: item.added_at,
    metadata: file?.metadata,
  };
}

type Page = NonNullable<Segmentation['data']>;

/** The segments of one page of a segmentation. @param offset number of segments before it */
export function segmentRows(
  { file_id, segmentation_id, segmentation_config }: Segmentation,
  { segments, chapters = [], shots = [] }: Page,
  offset: number,
): RowOf<'segments'>[] {
  return segments.map(({ id, start_time, end_time }, place) => ({
    file_id,
    index: offset + place,
    segment_id: id,
    segmentation_id,
    strategy: segmentation_config.strategy,
    start_time,
    end_time,
    title: chapters[place]?.title,
    description: chapters[place]?.description ?? shots[place]?.description,
  }));
}

/** The spoken lines of a file. */
export const speechRows = (file_id: string, parts: readonly SpokenPart[] = []): RowOf<'speech'>[] =>
  parts.map(({ start_time, end_time, speaker, text, confidence }, index) => ({
    file_id,
    index,
    start_time,
    end_time,
    speaker,
    text,
    confidence,
  }));

/** The text in the picture of a file. */
export const sceneTextRows = (file_id: string, parts: readonly DescribedPart[] = []): RowOf<'scene_text'>[] =>
  parts.map(({ start_time, end_time, text }, index) => ({ file_id, index, start_time, end_time, text }));

type Entities = Pick<FileEntities, 'entities' | 'evidence'>;
type SegmentEntities = FileEntities['segment_entities'][number];

const wholeFile = { start_time: undefined, end_time: undefined };

/** The values that were extracted from a whole file. */
export const entityRows = (file_id: string, found: Entities): RowOf<'entities'>[] =>
  leavesOf(found.entities, writeJson).map((leaf) => ({
    file_id,
    level: 'file',
    ...wholeFile,
    ...foundAt(leaf, found),
  }));

/** The values that were extracted from a segment. */
export const segmentEntityRows = (file_id: string, found: SegmentEntities): RowOf<'entities'>[] =>
  leavesOf(found.entities, writeJson).map((leaf) => ({
    file_id,
    level: 'segment',
    start_time: found.start_time,
    end_time: found.end_time,
    ...foundAt(leaf, found),
  }));

function foundAt({ path, field, value }: Leaf, { evidence = [] }: Entities) {
  const found = evidence.find((one) => one.path === path);
  return {
    path,
    field,
    value,
    source: found?.source,
    quote: found?.quote,
    quote_start_time: found?.start_time,
    quote_end_time: found?.end_time,
  };
}

/** The row of a moment. */
export function momentRow(moment: CollectionMoment): RowOf<'moments'> {
  const { criterion_score: score, ...fields } = moment;
  const { file_id, moment_id, criterion_name, start_time, end_time, title, reason, rank_score } = fields;
  const { judged_by, speakers, anchors, properties, evidence } = fields;
  return {
    file_id,
    moment_id,
    criterion_name,
    start_time,
    end_time,
    title,
    reason,
    rank_score,
    score_key: score?.key,
    score: score?.value,
    judged_by,
    speakers,
    anchors,
    properties,
    evidence,
  };
}
