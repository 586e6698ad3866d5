/**
 * Deletes what is large. start.ts notes the id of a file, collection or collection file, and readers miss it at once;
 * the job then deletes its rows and objects piece by piece.
 */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { emit } from '../../events/outbox.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import type { JobPayloads } from '../../queue/kinds.ts';
import { jobKey } from '../../queue/queue.ts';
import {
  type CollectionFileIds,
  type DeletableTable,
  removalIds,
  removalOf,
} from '../../store/sql/deletions.ts';
import { rowName, unindexed } from '../../store/sql/expressions.ts';
import { type Schema, type Trx, tables } from '../../store/sql/schema.ts';
import type { Tables } from '../../store/sql/tables/column.ts';

/** Rows that are deleted with another row. */
interface Part {
  readonly table: keyof Schema;
  /** The columns that identify a row. */
  readonly key: readonly RawBuilder<unknown>[];
  readonly condition: RawBuilder<SqlBool>;
}

/**
 * What goes with a row, children before their parents: when a row is deleted, its own cascade finds nothing left and
 * takes no time. What is small is left to the cascade, where the row goes for certain.
 */
function partsOf(table: DeletableTable, id: string): Part[] {
  return parts[table](id);
}

const parts: Readonly<Record<DeletableTable, (id: string) => Part[]>> = {
  files: ofFile,
  collections: ofCollection,
  collection_files: ofCollectionFile,
  segmentations: ofSegmentation,
  frame_extractions: (id) => [part('thumbnails', sql`frame_extraction_id = ${id}`)],
  face_detections: (id) => [part('faces', sql`face_detection_id = ${id}`)],
  face_matches: (id) => [part('matched_faces', sql`face_match_id = ${id}`)],
  extractions: (id) => [part('entities', sql`extraction_id = ${id}`)],
  moment_attachments: (id) => criterionParts(sql`attachment_id = ${id}`),
  find_moments_runs: ofRun,
};

/**
 * The tables whose rows name the file they are deleted with, children before their parents, as parents are declared first.
 * What SQLite keeps in its key is small.
 */
const tablesOfFile = Object.entries<Tables[string]>(tables)
  .filter(
    ([, { columns, rules }]) =>
      columns.file_id?.facts.parent === 'files' && !rules.sqlite.includes('without'),
  )
  .map(([name]) => name as keyof Schema)
  .reverse();

function ofFile(id: string): Part[] {
  const own = (table: keyof Schema) => part(table, sql`file_id = ${id}`);
  return [
    own('passages'),
    own('pictures'),
    lines(
      sql`file_id = ${id} and collection_id in (select collection_id from collection_files where file_id = ${id})`,
    ),
    part('matched_faces', sql`face_match_id in (select id from face_matches where file_id = ${id})`),
    part('faces', sql`face_detection_id in (select id from face_detections where file_id = ${id})`),
    ...listsOfRuns(sql`file_id = ${id}`),
    part(
      'criterion_files',
      sql`(collection_id, file_id) in (select collection_id, file_id from collection_files where file_id = ${id})`,
    ),
    ...tablesOfFile.map(own),
  ];
}

/** Its collection files are deleted by the job, with their own jobs. */
function ofCollection(id: string): Part[] {
  const own = (table: keyof Schema) => part(table, sql`collection_id = ${id}`);
  return [
    own('documents'),
    own('passages'),
    own('pictures'),
    own('entities'),
    lines(sql`collection_id = ${id}`),
    ...criterionParts(sql`collection_id = ${id}`),
    own('moment_attachments'),
  ];
}

/** All of them are named: the row itself stays if it was added again. */
function ofCollectionFile(id: string): Part[] {
  const { collection_id, file_id } = removalIds(id);
  // Documents are found by their file: most files are in few collections.
  const own = sql<SqlBool>`${unindexed('collection_id')} = ${collection_id} and file_id = ${file_id}`;
  const keyed = sql<SqlBool>`collection_id = ${collection_id} and file_id = ${file_id}`;
  return [
    part('documents', own),
    part('passages', keyed),
    part('pictures', keyed),
    part('entities', keyed),
    lines(keyed),
    ...criterionParts(keyed),
    part('collection_file_modalities', keyed),
    part('collection_file_structures', keyed),
  ];
}

function ofRun(id: string): Part[] {
  const own = sql<SqlBool>`run_id = ${id}`;
  return [...listsOfRuns(own), part('moments', own), part('findings', own)];
}

function ofSegmentation(id: string): Part[] {
  const own = (table: keyof Schema) => part(table, sql`segmentation_id = ${id}`);
  const segments = sql`(select id from segments where segmentation_id = ${id})`;
  return [
    own('documents'),
    part('tags', sql`segment_id in ${segments}`),
    part('shares', sql`file_segment_id in ${segments}`),
    own('thumbnails'),
    own('segments'),
  ];
}

/** What criteria found in the files of a collection, and which files they were applied to. */
function criterionParts(condition: RawBuilder<SqlBool>): Part[] {
  return [
    part('collection_moments', condition),
    part('collection_findings', condition),
    part('criterion_files', condition),
  ];
}

/** The moments and findings of runs in the lists of collections. */
function listsOfRuns(condition: RawBuilder<SqlBool>): Part[] {
  return [
    part('collection_moments', sql`moment_id in (select id from moments where ${condition})`),
    part('collection_findings', sql`finding_id in (select id from findings where ${condition})`),
  ];
}

function part(table: keyof Schema, condition: RawBuilder<SqlBool>): Part {
  return { table, key: [rowName], condition };
}

const LINE_KEY = ['collection_id', 'file_id', 'modality', 'position'].map((name) => sql.ref(name));

/** This table has no rowid. */
function lines(condition: RawBuilder<SqlBool>): Part {
  return { table: 'modality_lines', key: LINE_KEY, condition };
}

/**
 * Rows deleted in one transaction. Other writers wait meanwhile, the server's event loop among them, so it takes some
 * milliseconds at most.
 */
const PIECE = 200;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

type Subject = JobPayloads['deletion.finish'];

/**
 * Deletes a row that was deleted for readers, and everything below it, piece by piece. After an interruption the next
 * run goes on with what is left. It is never given up: rows left behind would be invisible.
 */
export const finishDeletion: JobHandler<'deletion.finish'> = {
  run: (ctx, subject) => finish(ctx, subject, ctx.clock() + TURN_MS),
};

async function finish(ctx: JobContext, subject: Subject, until: number): Promise<void> {
  while (await ctx.write((trx) => removePiece(ctx, trx, subject))) {
    ctx.signal.throwIfAborted();
    if (ctx.clock() > until) throw new RetryLater('more rows are to be deleted', 0);
  }
}

/** Deletes at most PIECE rows; the last piece is the row itself. @returns whether there is more to delete */
async function removePiece(ctx: JobContext, trx: Trx, { table, id }: Subject): Promise<boolean> {
  if (!(await isNoted(trx, id))) return false;
  let room = PIECE;
  for (const part of partsOf(table, id)) {
    room -= await removeRows(trx, part, room);
    if (room <= 0) return true;
  }
  if (table === 'collections' && (await removeCollectionFiles(ctx, trx, id, room)) === room) return true;
  if (table === 'collection_files') await endRemoval(ctx, trx, removalIds(id));
  else await trx.deleteFrom(table).where('id', '=', id).execute();
  await trx.deleteFrom('deletions').where('id', '=', id).execute();
  return false;
}

/** False after a crash between the last piece and the end of the job; a collection file may be a new one then. */
async function isNoted(trx: Trx, id: string): Promise<boolean> {
  const row = await trx.selectFrom('deletions').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Deletes at most `limit` rows; returns how many. */
async function removeRows(trx: Trx, { table, key, condition }: Part, limit: number): Promise<number> {
  const columns = sql.join(key);
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${condition} limit ${limit}
    )`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes at most `limit` files of a collection, each with its job and its event; returns how many. */
async function removeCollectionFiles(
  ctx: JobContext,
  trx: Trx,
  collection_id: string,
  limit: number,
): Promise<number> {
  const rows = await trx
    .selectFrom('collection_files')
    .select(['file_id', 'account_id'])
    .where('collection_id', '=', collection_id)
    .orderBy('added_at')
    .orderBy('file_id')
    .limit(limit)
    .execute();
  const keys = rows.map(({ file_id }) => jobKey('collection-file.process', { collection_id, file_id }));
  await ctx.queue.cancelAll(trx, keys);
  for (const { file_id, account_id } of rows) {
    const ids = { collection_id, file_id };
    // One that was removed before the collection had its event then.
    if ((await removalOf(trx, ids)) !== 'removed')
      await emit(trx, ctx, 'collection.file.job.deleted', account_id, { ...ids, object: 'collection_file' });
    await removeCollectionFile(trx, ids);
  }
  return rows.length;
}

/** Deletes a collection file whose rows are gone; if it was added again, it stays, and its job may begin. */
async function endRemoval(ctx: JobContext, trx: Trx, ids: CollectionFileIds): Promise<void> {
  if ((await removalOf(trx, ids)) === 'replaced')
    await ctx.lifecycle.start(trx, 'collection-file.process', ids);
  else await removeCollectionFile(trx, ids);
}

async function removeCollectionFile(trx: Trx, { collection_id, file_id }: CollectionFileIds): Promise<void> {
  await trx
    .deleteFrom('collection_files')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .execute();
}
