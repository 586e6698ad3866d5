/**
 * The tables of an export: names, columns and types. The rows, every format, docs/export.md, the flags and the views of
 * SQL queries (views.ts) come from this declaration.
 */

import { isRecord } from '../record.ts';
import type { collectionTypes, OneOf } from '../values/enums.ts';

type CollectionType = OneOf<typeof collectionTypes>;

/**
 * Types of a column. `time` is a moment on the calendar: ISO 8601 in UTC as text. `json` is a nested value: JSON text in
 * CSV and Parquet.
 */
export const columnTypes = ['text', 'integer', 'number', 'boolean', 'time', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface TableColumn {
  readonly type: ColumnType;
  readonly about: string;
  /** True: every row has it. */
  readonly always?: true;
}

export interface Table {
  readonly about: string;
  /** Types of collections that have it; undefined for all. */
  readonly of?: readonly CollectionType[];
  readonly columns: Readonly<Record<string, TableColumn>>;
}

/** Increases whenever a table or a column changes its name, type or meaning. New columns do not count. */
export const schemaVersion = 1;

const always = <const T extends ColumnType>(type: T, about: string) =>
  ({ type, about, always: true }) as const;
const some = <const T extends ColumnType>(type: T, about: string) => ({ type, about }) as const;

const fileId = always('text', 'The file: `files.file_id`');
const start = always('number', 'Start in the media, in seconds');
const end = always('number', 'End in the media, in seconds');
const index = always('integer', 'Position in its file, from 0');
/** The columns of everything that was said or shown. */
const line = { file_id: fileId, index, start_time: start, end_time: end };

export const tables = {
  files: {
    about: 'A row per file of the collection',
    columns: {
      file_id: always('text', 'ID of the file'),
      filename: some('text', 'Name that it was uploaded with'),
      media_type: some('text', '`video`, `audio` or `image`'),
      status: some('text', 'Status in the collection. Other tables have rows of `completed` files only'),
      searchable_status: some('text', 'Status of its search index'),
      error: some('text', 'Why processing failed'),
      duration_seconds: some('number', 'Duration in seconds'),
      width: some('integer', 'Width as displayed, in pixels'),
      height: some('integer', 'Height as displayed, in pixels'),
      frame_rate: some('number', 'Average frames per second, with three decimals'),
      timecode: some('text', 'Timecode of the first frame, if the file has one'),
      has_audio: some('boolean', 'Whether it has sound'),
      format: some('text', 'Container'),
      bytes: some('integer', 'Size in bytes'),
      source: some('text', 'Where it came from: `upload`, `http`, `video` or a connector'),
      uri: some('text', 'Identifies the file in requests'),
      content_hash: some('text', 'SHA-256 of the content, in hexadecimal'),
      created_at: some('time', 'When it was ingested'),
      added_at: some('time', 'When it was added to the collection'),
      metadata: some('json', 'Your own data'),
    },
  },
  segments: {
    about: 'A row per segment of the segmentation that the collection uses',
    columns: {
      file_id: fileId,
      index,
      segment_id: always('text', 'ID of the segment'),
      segmentation_id: always('text', 'ID of the segmentation'),
      strategy: some('text', '`uniform`, `shot-detector`, `narrative` or `manual`'),
      start_time: start,
      end_time: end,
      title: some('text', 'narrative: title of the chapter'),
      description: some('text', 'narrative and shot-detector: description'),
    },
  },
  speech: {
    about: 'A row per spoken line',
    of: ['media-descriptions', 'rich-transcripts'],
    columns: {
      ...line,
      speaker: some('text', 'Name or label of the speaker'),
      text: always('text', 'What was said'),
      confidence: some('number', 'Probability that at most a fifth of its words are wrong, 0 to 1'),
    },
  },
  scene_text: {
    about: 'A row per text in the picture',
    of: ['media-descriptions', 'rich-transcripts'],
    columns: {
      ...line,
      text: always('text', 'What was shown'),
    },
  },
  entities: {
    about: 'A row per extracted value, with the words that it comes from',
    of: ['entities'],
    columns: {
      file_id: fileId,
      level: always('text', '`file` or `segment`'),
      start_time: some('number', 'segment: its start in the media, in seconds'),
      end_time: some('number', 'segment: its end in the media, in seconds'),
      path: always('text', 'Where it is in the result: `people[0].name`'),
      field: always('text', 'The same path without positions: `people.name`'),
      value: always('text', 'The value as text'),
      source: some('text', '`speech`, `scene_text`, `visual_scene_description` or `metadata`'),
      quote: some('text', 'The words that contain it'),
      quote_start_time: some('number', 'When they begin, in seconds'),
      quote_end_time: some('number', 'When they end, in seconds'),
      quote_confidence: some('number', 'Probability that at most a fifth of its words are wrong, 0 to 1'),
    },
  },
  moments: {
    about: 'A row per moment that a criterion found',
    of: ['moments'],
    columns: {
      file_id: fileId,
      moment_id: always('text', 'ID of the moment'),
      criterion_name: some('text', 'Criterion that it meets'),
      start_time: start,
      end_time: end,
      title: some('text', 'Title'),
      reason: some('text', 'Why it meets the criterion'),
      rank_score: some('number', 'Rank among the moments of its criterion, 0 to 1'),
      score_key: some('text', 'Name of the score of the criterion'),
      score: some('number', 'Score of the criterion'),
      judged_by: some('text', '`language_model`, or `ranking` for what was not judged'),
      speakers: some('json', 'Speakers, a list'),
      anchors: some('json', 'Named times in seconds'),
      properties: some('json', 'The fields that the criterion defines'),
      evidence: some('json', 'The signals and the quotes that it rests on'),
    },
  },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as [TableName, ...TableName[]];

interface Cells {
  readonly text: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  /** Unix milliseconds. */
  readonly time: number;
  readonly json: unknown;
}

type Columns<Name extends TableName> = (typeof tables)[Name]['columns'];
type CellOf<C> = C extends { readonly type: ColumnType; readonly always: true }
  ? Cells[C['type']]
  : C extends { readonly type: ColumnType }
    ? Cells[C['type']] | null | undefined
    : never;

/** A row of a table, as the declaration types it. */
export type RowOf<Name extends TableName> = Name extends TableName
  ? { readonly [Column in keyof Columns<Name>]: CellOf<Columns<Name>[Column]> }
  : never;

/** The rows of one file, by table. */
export type Rows = { readonly [Name in TableName]?: readonly RowOf<Name>[] };

/** The columns of a table, by name and in order. */
export const columnsOf = (name: TableName): readonly (readonly [string, TableColumn])[] =>
  Object.entries(tables[name].columns);

type AlwaysIn<Name extends TableName> = {
  [Column in keyof Columns<Name>]: Columns<Name>[Column] extends { readonly always: true } ? Column : never;
}[keyof Columns<Name>] &
  keyof RowOf<Name>;

/** What has a table's columns under their names, and may have more. */
type Source<Name extends TableName> = Pick<RowOf<Name>, AlwaysIn<Name>> & Partial<RowOf<Name>>;

/** A row of a table, out of what has its columns under their names: a column that it cannot have does not compile. */
export function rowOf<Name extends TableName, From extends Source<Name>>(
  name: Name,
  from: From & (keyof RowOf<Name> extends keyof From ? unknown : never),
): RowOf<Name> {
  const all = from as Readonly<Record<string, unknown>>;
  return Object.fromEntries(columnsOf(name).map(([column]) => [column, all[column]])) as RowOf<Name>;
}

/** The tables that a collection of a type has. An unknown type has those of every collection. */
export const tablesOf = (type: string | undefined): TableName[] =>
  tableNames.filter((name) => {
    const { of }: Table = tables[name];
    return of === undefined || of.some((one) => one === type);
  });

/** A value inside a nested result: a row of the table `entities`. */
export interface Leaf {
  /** `people[0].name` */
  readonly path: string;
  /** `people.name` */
  readonly field: string;
  readonly value: string;
}

/**
 * Every text, number and truth value inside a result, with its path; null and empty lists have none.
 * @param write a number or truth value as text
 */
export function leavesOf(result: unknown, write: (value: unknown) => string, path = '', field = ''): Leaf[] {
  if (result === null || result === undefined) return [];
  if (Array.isArray(result))
    return result.flatMap((item, index) => leavesOf(item, write, `${path}[${index}]`, field));
  if (isRecord(result))
    return Object.entries(result).flatMap(([name, inner]) =>
      leavesOf(inner, write, path ? `${path}.${name}` : name, field ? `${field}.${name}` : name),
    );
  return [{ path, field, value: typeof result === 'string' ? result : write(result) }];
}
