/**
 * How the store fills the views that queries read. A view has two halves: rows of the store, by a statement that both engines
 * run, and what becomes of each row in SQLite, where the query runs. So a view gives the same values on both stores. It has the
 * rows that the API would show, no others.
 */
import { type Compilable, sql } from 'kysely';
import { mediaInfo, searchableTypes } from '../../../contract/index.ts';
import { type Table, tables } from '../../../contract/tables/tables.ts';
import { type ViewName, viewColumns, views } from '../../../contract/tables/views.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db } from '../../store/sql/schema.ts';
import { media as stored } from '../../store/sql/tables/media.ts';
import { NO_DESCRIPTION } from '../../understanding/rules/structure/index.ts';
import { FILE_URI } from '../common/lookup.ts';
import type { Copy } from './process/messages.ts';

/** Whose rows are read. */
export interface Scope {
  readonly db: Db;
  readonly accountId: string;
  /** Only rows of this collection of the account; undefined for all. */
  readonly collectionId: string | undefined;
}

/** How a view is filled. */
interface Filling {
  /** Rows of the store. @param wants whether a column of the view is read: leave out what is costly for others */
  readonly rows: (scope: Scope, wants: (column: string) => boolean) => Compilable;
  /** The columns that are not simply a column `r.NAME` of these rows, as expressions of SQLite. */
  readonly columns?: Readonly<Record<string, string>>;
  /** What else each row is joined with. */
  readonly join?: string;
}

/** A time in Unix milliseconds as ISO 8601. */
const iso = (column: string) =>
  `strftime('%Y-%m-%dT%H:%M:%S', ${column} / 1000, 'unixepoch') || printf('.%03dZ', ${column} % 1000)`;

/** A text as a literal. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const media = (field: string) => `r.media_info ->> '$.${field}'`;

const fileColumns = Object.keys(tables.files.columns);
/** What a value of the entities of a file tells of itself. */
const leafColumns = Object.keys(tables.entities.columns).filter(
  (name) => !['file_id', 'level', 'start_time', 'end_time'].includes(name),
);
const isMeasured = (name: string) => name in mediaInfo.shape;
/** Those that are columns of the store's `files` and no collection changes. */
const ofFile = fileColumns.filter(
  (name) => name in stored.files.columns && name !== 'status' && name !== 'error',
);

const fillings: Readonly<Record<ViewName, Filling>> = {
  collections: {
    rows: ({ db, ...scope }) =>
      collectionsOf({ db, ...scope }).select([
        'c.id as collection_id',
        'c.name',
        'c.collection_type',
        'c.description',
        'c.created_at',
      ]),
    columns: { created_at: iso('r.created_at') },
  },
  files: {
    rows: filesOf,
    columns: {
      searchable_status: `case when r.collection_type in (${searchableTypes.map(literal).join(', ')})
        then coalesce(r.searchable_status, 'pending') end`,
      ...Object.fromEntries(fileColumns.filter(isMeasured).map((name) => [name, media(name)])),
      uri: `${literal(FILE_URI)} || r.file_id`,
      created_at: iso('r.created_at'),
      added_at: iso('r.added_at'),
    },
  },
  segments: {
    rows: (scope) =>
      completed(scope)
        .innerJoin('segmentations as g', 'g.id', 'cf.segmentation_id')
        .innerJoin('segments as s', 's.segmentation_id', 'g.id')
        .where('g.status', '=', 'completed')
        .where(isKept('segments', 's'))
        .select([
          'cf.collection_id',
          's.file_id',
          's.position as index',
          's.id as segment_id',
          'g.id as segmentation_id',
          'g.config',
          's.start_time',
          's.end_time',
          's.description',
        ]),
    columns: {
      strategy: "r.config ->> '$.strategy'",
      // The API gives segments no titles.
      title: 'null',
      description: `case when r.config ->> '$.strategy' = 'narrative'
        then coalesce(r.description, ${literal(NO_DESCRIPTION)}) end`,
    },
  },
  speech: { rows: linesOf('speech', 'speech') },
  scene_text: { rows: linesOf('scene_text', 'scene_text') },
  scenes: { rows: linesOf('scenes', 'visual_scene_description') },
  entities: {
    rows: (scope) =>
      completed(scope, 'entities')
        .innerJoin('entities as e', (join) =>
          join.onRef('e.collection_id', '=', 'cf.collection_id').onRef('e.file_id', '=', 'cf.file_id'),
        )
        .where(isKept('entities', 'e'))
        .select([
          'cf.collection_id',
          'e.file_id',
          'e.position',
          'e.start_time',
          'e.end_time',
          'e.entities',
          'e.evidence',
        ]),
    // leaves() is made of leavesOf in the contract, as an export is.
    join: ', json_each(leaves(r.entities, r.evidence)) as leaf',
    columns: {
      level: "case when r.position is null then 'file' else 'segment' end",
      start_time: 'case when r.position is not null then coalesce(r.start_time, 0) end',
      end_time: 'case when r.position is not null then coalesce(r.end_time, 0) end',
      ...Object.fromEntries(leafColumns.map((column) => [column, `leaf.value ->> '$.${column}'`])),
    },
  },
  moments: {
    rows: (scope) =>
      collectionsOf(scope, 'moments')
        .innerJoin('collection_moments as m', 'm.collection_id', 'c.id')
        .innerJoin('moments as o', 'o.id', 'm.moment_id')
        .innerJoin('find_moments_runs as u', 'u.id', 'o.run_id')
        .where(isKept('collection_moments', 'm'))
        .select([
          'm.collection_id',
          'm.file_id',
          'm.moment_id',
          'm.criterion_name',
          'o.start_time',
          'o.end_time',
          'o.rank_score',
          'o.score',
          'u.judged_by',
          'u.criterion',
          'o.body',
        ]),
    columns: {
      title: "r.body ->> '$.title'",
      reason: "r.body ->> '$.reason'",
      score_key: "case when r.score is not null then r.criterion ->> '$.scoring.key' end",
      speakers: "r.body -> '$.speakers'",
      anchors: "r.body -> '$.anchors'",
      properties: "coalesce(r.body -> '$.properties', '{}')",
      evidence: "r.body -> '$.evidence'",
    },
  },
  findings: {
    rows: (scope) =>
      collectionsOf(scope, 'moments')
        .innerJoin('collection_findings as m', 'm.collection_id', 'c.id')
        .innerJoin('findings as o', 'o.id', 'm.finding_id')
        .innerJoin('find_moments_runs as u', 'u.id', 'o.run_id')
        .where(isKept('collection_findings', 'm'))
        .select([
          'm.collection_id',
          'm.file_id',
          'm.finding_id',
          'm.criterion_name',
          'm.kind',
          'u.judged_by',
          'o.body',
        ]),
    columns: { reason: "r.body ->> '$.reason'", properties: "coalesce(r.body -> '$.properties', '{}')" },
  },
  tags: { rows: tagsOf, columns: { created_at: iso('r.created_at') } },
};

function collectionsOf({ db, accountId, collectionId }: Scope, ...types: readonly string[]) {
  const all = db
    .selectFrom('collections as c')
    .where('c.account_id', '=', accountId)
    .where(isKept('collections', 'c'));
  const own = collectionId === undefined ? all : all.where('c.id', '=', collectionId);
  return types.length === 0 ? own : own.where('c.collection_type', 'in', types);
}

function collectionFiles(scope: Scope, ...types: readonly string[]) {
  return collectionsOf(scope, ...types)
    .innerJoin('collection_files as cf', 'cf.collection_id', 'c.id')
    .where(isKept('collection_files', 'cf'));
}

function completed(scope: Scope, ...types: readonly string[]) {
  return collectionFiles(scope, ...types).where('cf.status', '=', 'completed');
}

function filesOf(scope: Scope) {
  const shared = ['media_info', ...ofFile].map((name) => sql.ref(`f.${name}`).as(name));
  const inside = collectionFiles(scope)
    .innerJoin('files as f', 'f.id', 'cf.file_id')
    .where(isKept('files', 'f'))
    .select(['cf.collection_id', 'c.collection_type', 'f.id as file_id', 'cf.status', 'cf.searchable_status'])
    .select([sql<string | null>`coalesce(cf.error, f.error)`.as('error'), 'cf.added_at', ...shared]);
  const { db, accountId, collectionId } = scope;
  if (collectionId !== undefined) return inside;
  const none = sql<never>`cast(null as text)`;
  const outside = db
    .selectFrom('files as f')
    .where('f.account_id', '=', accountId)
    .where(isKept('files', 'f'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('collection_files as cf')
            .select('cf.file_id')
            .whereRef('cf.file_id', '=', 'f.id')
            .where(isKept('collection_files', 'cf')),
        ),
      ),
    )
    .select([none.as('collection_id'), none.as('collection_type'), 'f.id as file_id', 'f.status'])
    .select([none.as('searchable_status'), 'f.error', sql<never>`cast(null as bigint)`.as('added_at')])
    .select(shared);
  return inside.unionAll(outside);
}

/** Lines of a modality, in collections whose type shows it. */
function linesOf(view: 'speech' | 'scene_text' | 'scenes', modality: string): Filling['rows'] {
  const { of = [] }: Table = views[view];
  return (scope, wants) => {
    const lines = completed(scope, ...of)
      .innerJoin('modality_lines as l', (join) =>
        join.onRef('l.collection_id', '=', 'cf.collection_id').onRef('l.file_id', '=', 'cf.file_id'),
      )
      .where('l.modality', '=', modality)
      .where(isKept('modality_lines', 'l'))
      .select(['l.collection_id', 'l.file_id', 'l.start_time', 'l.end_time', 'l.speaker', 'l.text'])
      .select('l.confidence');
    // Numbering a hundred thousand lines takes longer than to read them.
    if (!wants('index')) return lines;
    const place = sql<number>`row_number() over
      (partition by l.collection_id, l.file_id order by l.start_time, l.position) - 1`;
    return lines.select(place.as('index'));
  };
}

function tagsOf({ db, accountId, collectionId }: Scope) {
  const all = db
    .selectFrom('tags as t')
    .leftJoin('segments as s', 's.id', 't.segment_id')
    .where('t.account_id', '=', accountId)
    .where(isKept('tags', 't'))
    .select(['t.file_id', 't.id as tag_id', 't.label', 't.value', 't.type', 't.segment_id', 't.created_at'])
    .select(['s.start_time', 's.end_time']);
  if (collectionId === undefined) return all;
  return all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('collection_files as cf')
        .select('cf.file_id')
        .where('cf.collection_id', '=', collectionId)
        .whereRef('cf.file_id', '=', 't.file_id')
        .where(isKept('collection_files', 'cf')),
    ),
  );
}

/** What to copy of a view. @param wanted its columns that the statement reads */
export function copyOf(scope: Scope, view: ViewName, wanted: readonly string[]): Copy {
  const { rows, columns = {}, join = '' } = fillings[view];
  const all = viewColumns(view).map(([name]) => name);
  // The rows are counted, if nothing else.
  const read = wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all.slice(0, 1);
  const made = read.map((name) => [name, columns[name] ?? `r."${name}"`] as const);
  const needed = [join, ...made.map(([, expression]) => expression)].join(' ').matchAll(/\br\."?(\w+)/g);
  const { sql: statement, parameters } = rows(scope, (column) => read.includes(column)).compile();
  return {
    view,
    sql: statement,
    parameters: parameters as Copy['parameters'],
    needs: [...new Set([...needed].map(([, name = '']) => name))],
    columns: made,
    join,
  };
}
