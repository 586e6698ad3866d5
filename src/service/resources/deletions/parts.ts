import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import type { Deletable } from './start.ts';

/** Rows that are deleted with a file or a collection. */
export interface Part {
  readonly table: keyof Schema;
  /** The columns that identify a row. */
  readonly key: readonly string[];
  readonly condition: RawBuilder<SqlBool>;
}

/**
 * What goes with a row, children before their parents: when a row is deleted, its own cascade finds nothing left and
 * takes no time. What is small (the modalities of a collection file) is left to the cascade.
 */
export function partsOf(table: Deletable, id: string): Part[] {
  return table === 'files' ? ofFile(id) : ofCollection(id);
}

function ofFile(id: string): Part[] {
  const own = (table: keyof Schema) => part(table, sql`file_id = ${id}`);
  return [
    own('documents'),
    own('entities'),
    lines(
      sql`file_id = ${id} and collection_id in (select collection_id from collection_files where file_id = ${id})`,
    ),
    part('matched_faces', sql`face_match_id in (select id from face_matches where file_id = ${id})`),
    part('faces', sql`face_detection_id in (select id from face_detections where file_id = ${id})`),
    own('tags'),
    own('shares'),
    own('thumbnails'),
    own('segments'),
    own('collection_files'),
    own('describes'),
    own('extractions'),
    own('face_matches'),
    own('face_detections'),
    own('frame_extractions'),
    own('segmentations'),
  ];
}

/** Its collection files are deleted by the job, with their own jobs. */
function ofCollection(id: string): Part[] {
  const own = (table: keyof Schema) => part(table, sql`collection_id = ${id}`);
  return [own('documents'), own('entities'), lines(sql`collection_id = ${id}`)];
}

function part(table: keyof Schema, condition: RawBuilder<SqlBool>): Part {
  return { table, key: ['rowid'], condition };
}

/** This table has no rowid. */
function lines(condition: RawBuilder<SqlBool>): Part {
  return { table: 'modality_lines', key: ['collection_id', 'file_id', 'modality', 'position'], condition };
}
