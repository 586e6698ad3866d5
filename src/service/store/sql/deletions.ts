import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Db, type Schema, type Trx, tables } from './schema.ts';
import type { Tables } from './tables/column.ts';

/**
 * A file, a collection or a segmentation may have a hundred thousand rows below it, and deleting these takes longer
 * than a request may. So a deletion only notes the id here, and a job deletes the rows in small transactions
 * (resources/deletions). Until then readers leave out every row that names such an id: see isKept. A table beside the
 * rows was chosen over a mark in each row because marking them would take as long as deleting them, and because it is
 * nearly always empty.
 */
export const DELETABLE = [
  'files',
  'collections',
  'collection_files',
  'segmentations',
  'frame_extractions',
  'face_detections',
  'face_matches',
  'extractions',
  'moment_attachments',
  'find_moments_runs',
] as const satisfies readonly (keyof Schema)[];

/** The tables whose rows may have very many rows below them. */
export type DeletableTable = (typeof DELETABLE)[number];

/** Whether the rows of a table may have very many rows below them. */
export const isDeletable = (table: string): table is DeletableTable =>
  DELETABLE.some((name) => name === table);

/** The columns of a row that belongs to a collection file. */
const COLLECTION_FILE = ['collection_id', 'file_id'];

/** The columns of each table that name what its rows are deleted with: the row itself, or one that it belongs to. */
const parents = new Map(
  Object.entries<Tables[string]>(tables).map(([name, { columns, rules }]) => [
    name,
    Object.entries(columns)
      .filter(
        ([column, { facts }]) =>
          isDeletable(column === 'id' ? name : facts.parent) ||
          (rules.isOfCollectionFile && COLLECTION_FILE.includes(column)),
      )
      .map(([column]) => column),
  ]),
);

/** The columns of tables whose rows may belong to a segment, and do not name its segmentation. */
const segmentOf = new Map(
  Object.entries<Tables[string]>(tables)
    .filter(([, { columns }]) => !Object.hasOwn(columns, 'segmentation_id'))
    .map(([name, { columns }]) => [
      name,
      Object.keys(columns).find((column) => columns[column]?.facts.parent === 'segments'),
    ]),
);

/** Whether rows of a table may be being deleted, by themselves or with what they belong to. */
export const hasDeletions = (table: string): boolean => (parents.get(table) ?? []).length > 0;

/**
 * Matches the rows of a table that are not being deleted, by themselves or with what they belong to. Every query that
 * shows rows, counts them or starts work on them needs it, unless it was given their parents.
 * @param alias the name of the table in the query
 */
export function isKept(table: keyof Schema, alias: string = table): RawBuilder<SqlBool> {
  const conditions = conditionsOf(table, alias);
  if (conditions.length === 0) return sql`true`;
  // The first half spares the rows from being read while nothing is being deleted.
  return sql`(not exists (select 1 from deletions) or (${sql.join(conditions, sql` and `)}))`;
}

function conditionsOf(table: keyof Schema, alias: string): RawBuilder<SqlBool>[] {
  const columns = parents.get(table) ?? [];
  const ids = columns.map(
    (column) =>
      sql<SqlBool>`coalesce(${sql.ref(`${alias}.${column}`)}, '') not in (select id from deletions)`,
  );
  const segment = segmentOf.get(table);
  return [
    ...ids,
    ...(segment === undefined ? [] : [isOfKeptSegment(sql.ref(`${alias}.${segment}`))]),
    ...(COLLECTION_FILE.every((column) => columns.includes(column))
      ? [isOfKeptCollectionFile(table, alias)]
      : []),
  ];
}

function isOfKeptSegment(segment: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`not exists (select 1 from segments as of_row
    where of_row.id = ${segment} and of_row.segmentation_id in (select id from deletions))`;
}

/** A collection file that was added again is kept; the rows below it are still the old ones. */
function isOfKeptCollectionFile(table: keyof Schema, alias: string): RawBuilder<SqlBool> {
  const [collection, file] = [sql.ref(`${alias}.collection_id`), sql.ref(`${alias}.file_id`)];
  const which = table === 'collection_files' ? sql`where replaced = 0` : sql``;
  return sql`coalesce(${collection} || ' ' || ${file}, '') not in (select id from deletions ${which})`;
}

/** The ids of a collection file. */
export interface CollectionFileIds {
  readonly collection_id: string;
  readonly file_id: string;
}

/** The id under which a collection file is noted. */
export function removalId({ collection_id, file_id }: CollectionFileIds): string {
  return `${collection_id} ${file_id}`;
}

/** The ids of a collection file that was noted. */
export function removalIds(id: string): CollectionFileIds {
  const [collection_id = '', file_id = ''] = id.split(' ');
  return { collection_id, file_id };
}

/** Hides a row, and everything below it, from all readers. @returns false if it was hidden before */
export async function noteDeletion(trx: Trx, id: string, now: number): Promise<boolean> {
  const added = await trx
    .insertInto('deletions')
    .values({ id, created_at: now })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Hides a collection file, and everything below it, from all readers. It may have been added and removed before. */
export async function noteRemoval(trx: Trx, ids: CollectionFileIds, now: number): Promise<void> {
  await trx
    .insertInto('deletions')
    .values({ id: removalId(ids), file_id: ids.file_id, created_at: now })
    .onConflict((clash) => clash.column('id').doUpdateSet({ replaced: 0 }))
    .execute();
}

/** Shows a collection file that was added again. The rows below it stay hidden until they are deleted. */
export async function noteReplacement(trx: Trx, ids: CollectionFileIds): Promise<void> {
  await trx.updateTable('deletions').set({ replaced: 1 }).where('id', '=', removalId(ids)).execute();
}

/**
 * Where the removal of a collection file stands: `removed` until its rows are deleted, `replaced` if it was added again
 * meanwhile; undefined if nothing is being deleted.
 */
export async function removalOf(db: Db, ids: CollectionFileIds): Promise<'removed' | 'replaced' | undefined> {
  const row = await db
    .selectFrom('deletions')
    .select('replaced')
    .where('id', '=', removalId(ids))
    .executeTakeFirst();
  return row && (row.replaced === 1 ? 'replaced' : 'removed');
}
