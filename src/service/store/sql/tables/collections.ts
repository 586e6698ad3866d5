import type { ColumnType } from 'kysely';
import { jobStatuses, redoStatuses, workStatuses } from '../../../../contract/values/enums.ts';
import { account, id, integer, json, real, serial, table, text, UNFINISHED } from './column.ts';

/** Collections, what analysis found in their files, and analyses outside collections. */
export const collections = {
  collections: table({
    id,
    account_id: account,
    name: text,
    description: text.orNull(),
    collection_type: text,
    /** The config of the collection's type, with defaults. */
    config: json.orNull(),
    default_segmentation_config: json.orNull(),
    created_at: integer,
  })
    .numbered()
    .indexes(
      'unique collections_name (account_id, name)',
      'collections_account (account_id, created_at, id, collection_type)',
      'collections_named (account_id, name, id, created_at, collection_type)',
      'collections_called (account_id, lower(name))',
    ),

  collection_files: table({
    collection_id: text.references('collections'),
    file_id: text.references('files'),
    account_id: account,
    added_at: integer,
    status: text.oneOf(jobStatuses),
    /** Null if the collection's type has none. */
    searchable_status: text.oneOf(workStatuses).orNull(),
    segmentation_id: text.references('segmentations', 'set null').orNull(),
    /** The metadata given when the file was added (metadata collections). */
    metadata: json.orNull(),
    error: text.orNull(),
    /** The detection with the file's faces (face-analysis collections). */
    face_detection_id: text.references('face_detections', 'set null').orNull(),
    /** {stage, done, total} during processing. */
    progress: json.orNull(),
    /** The file's, copied by triggers: to look up 20,000 files for one page takes longer than everything else. */
    filename: text.default('').is<ColumnType<string, never, never>>(),
    /** As `filename`. */
    number: integer.orNull().is<ColumnType<number | null, never, never>>(),
    /** The model of its passages' vectors; null: they are to be computed; empty: there is nothing to encode. */
    encoded_by: text.orNull().default(''),
    /** The redo that last started it. */
    redo: text.orNull(),
    /** The model that made the vectors of its frames; null: it waits for them; empty: it has none. */
    pictured_by: text.orNull().default(''),
  })
    .primaryKey('collection_id', 'file_id')
    .numbered()
    .indexes(
      'collection_files_file (file_id)',
      'collection_files_segmentation (segmentation_id)',
      'collection_files_faces (face_detection_id)',
      `collection_files_unfinished (collection_id, file_id) ${UNFINISHED}`,
      'collection_files_added (collection_id, added_at, file_id, status, number)',
      'collection_files_named (collection_id, filename, file_id, status, added_at, number)',
      'collection_files_encoded (encoded_by)',
      'collection_files_pictured (pictured_by)',
    ),

  /** The outcome of one modality of a collection file: what made its lines, or why there are none. */
  collection_file_modalities: table({
    collection_id: text,
    file_id: text,
    modality: text,
    account_id: account,
    /** Null if it failed. */
    provider: text.orNull(),
    settings: json.orNull(),
    /** Array of sentences. */
    notes: json,
    /** Why it failed, for people. */
    error: text.orNull(),
    /** Recognised lines that are not to be trusted (speech). */
    doubtful: json.orNull(),
    /** HeldGap[] of understanding/gaps; null if nothing is known to be missing. */
    gaps: json.orNull(),
  })
    .primaryKey('collection_id', 'file_id', 'modality')
    .ofCollectionFile()
    .indexes(
      'collection_file_gaps (collection_id, file_id) where gaps is not null',
      'file_gaps (file_id) where gaps is not null',
    ),

  /** One line of a collection file. Times in seconds. */
  modality_lines: table({
    collection_id: text,
    file_id: text,
    modality: text,
    /** 0 for the first line of the modality. */
    position: integer,
    account_id: account,
    start_time: real,
    end_time: real,
    speaker: text.orNull(),
    text,
    /** Words with times (speech) or boxes (scene text). */
    words: json.orNull(),
    /** ISO 639-1; null until it is recognised. */
    language: text.orNull(),
    /** Probability that it is right, 0 to 1; null if the recogniser does not tell. */
    confidence: real.orNull(),
  })
    .primaryKey('collection_id', 'file_id', 'modality', 'position')
    .ofCollectionFile()
    .withoutRowid(),

  /** The shots and chapters of a collection file. */
  collection_file_structures: table({
    collection_id: text,
    file_id: text,
    account_id: account,
    /** See understanding/structure. */
    structure: json,
    /** The language model that was asked for chapters and titles; null: it is to be asked. See resources/outlines. */
    outlined_by: json.orNull(),
    /** Why it gave none, for people. */
    outline_error: text.orNull(),
  })
    .primaryKey('collection_id', 'file_id')
    .ofCollectionFile(),

  /**
   * Recognising the speech of a whole collection again. The counters are written when it has ended; before, they are read from
   * the collection files.
   */
  redos: table({
    id,
    account_id: account,
    collection_id: text.references('collections'),
    status: text.oneOf(redoStatuses),
    /** Why it failed, for people. */
    error: text.orNull(),
    /** The request's body, with defaults. */
    config: json,
    /** The last file whose recognition was started again. */
    reached: text.default(''),
    files_total: integer.orNull(),
    files_completed: integer.orNull(),
    files_failed: integer.orNull(),
    created_at: integer,
    /** What it was expected to do when it was asked for: see resources/redos/expected.ts. */
    expected: json.orNull(),
  }).indexes(
    'redos_collection (collection_id)',
    `unique redos_open (collection_id) ${UNFINISHED}`,
    `redos_unfinished (id) ${UNFINISHED}`,
  ),

  /** A describe job: the analysis of a file. Its config is a describe_config or transcribe_config. */
  describes: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    /** As given in the request. */
    url: text,
    status: text.oneOf(jobStatuses),
    /** Why it failed or does not apply, for people. */
    error: text.orNull(),
    /** The configuration of its kind, with defaults. */
    config: json,
    segmentation_id: text.references('segmentations', 'set null').orNull(),
    /** A DescribeResult of resources/describes; null until completed. */
    result: json.orNull(),
    created_at: integer,
    /** The kind of job requested. */
    kind: text.oneOf(['describe', 'transcribe']).default('describe'),
  }).indexes(
    'describes_file (file_id)',
    'describes_segmentation (segmentation_id)',
    `describes_unfinished (id) ${UNFINISHED}`,
    'describes_account (account_id, created_at, id, file_id, status, kind)',
    'describes_url (account_id, url, created_at, id, file_id, kind)',
  ),

  /** An extraction job: entities of a file. Its config is an extract_config. */
  extractions: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    /** As given in the request. */
    url: text,
    status: text.oneOf(jobStatuses),
    /** Why it failed or does not apply, for people. */
    error: text.orNull(),
    /** The configuration of its kind, with defaults. */
    config: json,
    segmentation_id: text.references('segmentations', 'set null').orNull(),
    /** What made the entities and what they were read from; null until completed. */
    providers: json.orNull(),
    /** Its shots and chapters; null until completed. */
    structure: json.orNull(),
    created_at: integer,
    /** HeldGap[] of understanding/gaps by modality; null if nothing is known to be missing. */
    gaps: json.orNull(),
  }).indexes(
    'extractions_file (file_id)',
    'extractions_segmentation (segmentation_id)',
    `extractions_unfinished (id) ${UNFINISHED}`,
    'extractions_account (account_id, created_at, id, file_id, status)',
    'extractions_url (account_id, url, created_at, id, file_id)',
  ),

  /** Entities of a file or of one of its segments: of an extraction job, or of a file of an entities collection. */
  entities: table({
    id: serial,
    account_id: account,
    extraction_id: text.references('extractions').orNull(),
    collection_id: text.orNull(),
    file_id: text.references('files'),
    segment_id: text.references('segments', 'set null').orNull(),
    /** 0 for the first segment; null for the file. */
    position: integer.orNull(),
    /** Seconds; null for the file. */
    start_time: real.orNull(),
    end_time: real.orNull(),
    entities: json,
    evidence: json,
    warnings: json,
  })
    .constraint('check ((extraction_id is null) <> (collection_id is null))')
    .ofCollectionFile()
    .indexes(
      'entities_extraction (extraction_id, position)',
      'entities_member (collection_id, file_id, position)',
      'entities_segment (segment_id)',
      'entities_file (file_id)',
    ),

  /** A stored result of one analysis of a content. */
  analysis_results: table({
    content_hash: text,
    /** A modality, or what else was analysed: `shots`, `marks`. */
    analysis: text,
    provider: text,
    settings_hash: text,
    body: json,
    created_at: integer,
  }).primaryKey('content_hash', 'analysis', 'provider', 'settings_hash'),

  /** How long an analysis by a maker took so far. */
  analysis_speeds: table({
    /** A modality, or `faces`, `chapters`, `meaning`. */
    analysis: text,
    /** As `makerName` gives it. */
    made_by: text,
    media_seconds: real,
    ms: real,
  })
    .primaryKey('analysis', 'made_by')
    .withoutRowid(),
};
