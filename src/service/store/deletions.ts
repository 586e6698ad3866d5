import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema, Trx } from './schema.ts';

/**
 * A file or a collection may have a hundred thousand rows below it, and deleting these takes longer than a request may.
 * So a deletion only notes the id here, and a job deletes the rows in small transactions (resources/deletions). Until
 * then readers leave out every row that names such an id: see isKept. A table beside the rows was chosen over a mark in
 * each row because marking them would take as long as deleting them, and because it is nearly always empty.
 */
const parents: { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table] & string)[] } = {
  files: ['id'],
  collections: ['id'],
  collection_files: ['collection_id', 'file_id'],
  documents: ['collection_id', 'file_id'],
  entities: ['collection_id', 'file_id'],
  modality_lines: ['collection_id', 'file_id'],
  segmentations: ['file_id'],
  segments: ['file_id'],
  thumbnails: ['file_id'],
  shares: ['file_id'],
  tags: ['file_id'],
  describes: ['file_id'],
  extractions: ['file_id'],
  frame_extractions: ['file_id'],
  face_detections: ['file_id'],
  face_matches: ['file_id'],
};

/**
 * Matches the rows of a table that are not being deleted, with their file or collection or by themselves. Every query
 * that shows rows, counts them or starts work on them needs it, unless it was given their file and collection.
 * @param alias the name of the table in the query
 */
export function isKept(table: keyof Schema, alias: string = table): RawBuilder<SqlBool> {
  const columns = parents[table];
  if (!columns) return sql`true`;
  const other = columns.map(
    (column) => sql`coalesce(${sql.ref(`${alias}.${column}`)}, '') not in (select id from deletions)`,
  );
  // The first half spares the rows from being read while nothing is being deleted.
  return sql`(not exists (select 1 from deletions) or (${sql.join(other, sql` and `)}))`;
}

/** Hides a file or collection, and everything below it, from all readers. */
export async function noteDeletion(trx: Trx, id: string, now: number): Promise<void> {
  await trx.insertInto('deletions').values({ id, created_at: now }).execute();
}
