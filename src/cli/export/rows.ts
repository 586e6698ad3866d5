/** Makes the rows of the tables from the responses of the service. Pure. */

import { writeJson } from '../../client/json/json.ts';
import type { CollectionFile } from '../../contract/resources/collection.ts';
import type { Segmentation } from '../../contract/resources/derived/segmentation.ts';
import type { FileEntities } from '../../contract/resources/extract.ts';
import type { CollectionMoment } from '../../contract/resources/finding/moment.ts';
import type { DescribedPart, SpokenPart } from '../../contract/resources/parts.ts';
import { type Leaf, leavesOf, type RowOf, rowOf } from '../../contract/tables/tables.ts';

/** The row of a collection file: its fields, and those of the file and its media by their names. */
export function fileRow({ file, ...item }: CollectionFile): RowOf<'files'> {
  return rowOf('files', { ...file?.media_info, ...file, ...item, error: item.error ?? file?.error });
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
    quote_confidence: found?.confidence,
  };
}

/** The row of a moment. */
export function momentRow({ criterion_score: score, ...fields }: CollectionMoment): RowOf<'moments'> {
  return rowOf('moments', { ...fields, score_key: score?.key, score: score?.value });
}
