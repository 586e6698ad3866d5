import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeletableTable } from '../../queue/queue.ts';
import { removalIds } from '../../store/deletions.ts';
import { rowName, unindexed } from '../../store/expressions.ts';
import type { Schema } from '../../store/schema.ts';

/** Rows that are deleted with another row. */
export interface Part {
  readonly table: keyof Schema;
  /** The columns that identify a row. */
  readonly key: readonly RawBuilder<unknown>[];
  readonly condition: RawBuilder<SqlBool>;
}

/**
 * What goes with a row, children before their parents: when a row is deleted, its own cascade finds nothing left and
 * takes no time. What is small is left to the cascade, where the row goes for certain.
 */
export function partsOf(table: DeletableTable, id: string): Part[] {
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
  find_moments_runs: (id) => [...ofRuns(sql`run_id = ${id}`)],
};

function ofFile(id: string): Part[] {
  const own = (table: keyof Schema) => part(table, sql`file_id = ${id}`);
  return [
    own('documents'),
    own('passages'),
    own('pictures'),
    own('entities'),
    lines(
      sql`file_id = ${id} and collection_id in (select collection_id from collection_files where file_id = ${id})`,
    ),
    part('matched_faces', sql`face_match_id in (select id from face_matches where file_id = ${id})`),
    part('faces', sql`face_detection_id in (select id from face_detections where file_id = ${id})`),
    ...ofRuns(sql`file_id = ${id}`),
    part(
      'criterion_files',
      sql`(collection_id, file_id) in (select collection_id, file_id from collection_files where file_id = ${id})`,
    ),
    own('find_moments_runs'),
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

/** The moments and findings of runs, in the lists of collections too. */
function ofRuns(condition: RawBuilder<SqlBool>): Part[] {
  return [
    part('collection_moments', sql`moment_id in (select id from moments where ${condition})`),
    part('collection_findings', sql`finding_id in (select id from findings where ${condition})`),
    part('moments', condition),
    part('findings', condition),
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
