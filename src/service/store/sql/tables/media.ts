import {
  assetTypes,
  jobStatuses,
  linkPreviews,
  mediaTypes,
  tagTypes,
  thumbnailTypes,
  visibilities,
  workStatuses,
} from '../../../../contract/values/enums.ts';
import {
  account,
  counter,
  flag,
  id,
  integer,
  json,
  numberOrText,
  real,
  table,
  text,
  UNFINISHED,
} from './column.ts';

/** Files, and what is made of them outside collections. */
export const media = {
  /**
   * An uploaded or synced file. Lists read their order from an index alone, and only the shown rows from the table: each index
   * of a list has the columns that the list is narrowed by.
   */
  files: table({
    id,
    account_id: account,
    status: text.oneOf(jobStatuses),
    /** Why it failed, for people. */
    error: text.orNull(),
    /** Size in bytes. */
    bytes: integer.orNull(),
    created_at: integer,
    filename: text,
    metadata: json.orNull(),
    /** Null until the file is probed. */
    media_type: text.oneOf(mediaTypes).orNull(),
    media_info: json.orNull(),
    video_info: json.orNull(),
    source: text,
    /** Source of a synced file; one file per URL and account. */
    source_url: text.orNull(),
    source_metadata: json.orNull(),
    /** SHA-256 of the content, hex; analysis results are stored by it. */
    content_hash: text.orNull(),
    /** Object key of the original; null until it is stored. */
    object_key: text.orNull(),
    /** Object key of an uploaded subtitle sidecar. */
    subtitle_key: text.orNull(),
    has_thumbnail: flag.default(0),
    enable_segment_thumbnails: flag.default(0),
    /** Its number in file_values: short, so that these stay small. Null until its values are there, and after a change. */
    number: integer.orNull(),
    /** Object key of a transcript corrected by hand. */
    transcript_key: text.orNull(),
    /** See resources/files/hearing-settings.ts. */
    hearing: json.orNull(),
    /** Number of changes of how its speech is recognised: a job that started before one does not write its result. */
    heard: integer.default(0),
  })
    .numbered()
    .indexes(
      'unique files_source_url (account_id, source_url) where source_url is not null',
      'files_content (content_hash) where content_hash is not null',
      `files_unfinished (id) ${UNFINISHED}`,
      'unique files_number (number) where number is not null',
      'files_unindexed (number, account_id) where number is null',
      'files_created (account_id, created_at, id, status, number)',
      'files_named (account_id, filename, id, created_at, status, number)',
      'files_joined (id, filename, number)',
      'files_called (account_id, lower(filename))',
    )
    // Each names its columns: files_changed_values changes the number while others are being changed.
    .triggers({
      files_changed_values: {
        after: 'update of bytes, created_at, filename, metadata, video_info, source_metadata',
        when: 'old.number is not null',
        run: 'delete from file_values where file = old.number; update files set number = null where id = new.id;',
      },
      files_removed_values: {
        after: 'delete',
        when: 'old.number is not null',
        run: 'delete from file_values where file = old.number;',
      },
      files_renamed: {
        after: 'update of filename',
        when: 'old.filename is distinct from new.filename',
        run: 'update collection_files set filename = new.filename where file_id = new.id;',
      },
      files_numbered: {
        after: 'update of number',
        when: 'old.number is distinct from new.number',
        run: 'update collection_files set number = new.number where file_id = new.id;',
      },
    }),

  /** The paths of file_values. */
  file_paths: table({
    id: counter,
    account_id: account,
    /** The part of a filter that names the path, with `~` behind it for values in lower case. */
    part: text,
    path: text,
    /** 0 if a file has a value here that file_values cannot hold, an object for example. */
    whole: flag.default(1),
  }).indexes('unique file_paths_path (account_id, path, part)'),

  /**
   * What filters compare, a row for each value: each one at each path of a file's JSON columns, and of the columns that filters
   * may name. No index can know the paths, and reading the JSON of every file takes seconds.
   */
  file_values: table({
    /** Id in file_paths. */
    path: integer.references('file_paths'),
    /** A number if the value reads as one, otherwise its text. */
    value: numberOrText,
    /** Number of the file. */
    file: integer,
  })
    .primaryKey('path', 'value', 'file')
    .withoutRowid()
    .indexes('file_values_file (file)'),

  /** An upload that can be resumed, whose bytes are in a partial file until they are whole. Its id becomes that of its file. */
  uploads: table({
    id,
    account_id: account,
    /** Size of the whole file. */
    bytes: integer,
    filename: text,
    /** The fields of the form that would upload it in one request, as they were sent. */
    fields: json,
    created_at: integer,
    /** When it became a file. */
    done_at: integer.orNull(),
    /**
     * Bytes of its partial file that are on the disk: after a power cut the file may be longer, with anything in it. Null in
     * rows of older versions, which go by the file's size.
     */
    synced: integer.orNull().since(49),
  })
    .withoutRowid()
    .indexes('uploads_unfinished (account_id) where done_at is null'),

  segmentations: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    status: text.oneOf(jobStatuses),
    error: text.orNull(),
    /** segmentation_config as given in the request. */
    config: json,
    created_at: integer,
    segment_thumbnails: flag.default(1),
  }).indexes('segmentations_file (file_id, created_at, id)', `segmentations_unfinished (id) ${UNFINISHED}`),

  segments: table({
    id,
    account_id: account,
    segmentation_id: text.references('segmentations'),
    file_id: text.references('files'),
    /** 0 for the first segment. */
    position: integer,
    /** Seconds. */
    start_time: real,
    end_time: real,
    metadata: json.orNull(),
    thumbnail_key: text.orNull(),
    /** What a chapter is about; null for other segments. */
    description: text.orNull(),
  }).indexes(
    'unique segments_position (segmentation_id, position)',
    'segments_file (file_id, start_time, id)',
  ),

  /** Frames extracted from a file at even intervals; each is a row of thumbnails. */
  frame_extractions: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    status: text.oneOf(jobStatuses),
    error: text.orNull(),
    /** frame_extraction_config with defaults, normalized; one extraction per file and config. */
    config: json,
    frame_count: integer.orNull(),
    created_at: integer,
  }).indexes(
    // The same request gives the same extraction.
    'unique frame_extractions_config (file_id, config)',
    `frame_extractions_unfinished (id) ${UNFINISHED}`,
  ),

  thumbnails: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    segmentation_id: text.references('segmentations').orNull(),
    segment_id: text.references('segments').orNull(),
    type: text.oneOf(thumbnailTypes),
    /** Seconds into the file; 0 for an image. */
    time: real,
    /** Empty for a frame without a thumbnail. */
    object_key: text,
    /** Set for type frame. */
    frame_extraction_id: text.references('frame_extractions').orNull(),
  }).indexes(
    'thumbnails_file (file_id, time, id)',
    'thumbnails_segmentation (segmentation_id, time, id)',
    'thumbnails_segment (segment_id)',
    'thumbnails_frames (frame_extraction_id, time, id)',
  ),

  shares: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    file_segment_id: text.references('segments').orNull(),
    asset_type: text.oneOf(assetTypes),
    title: text.orNull(),
    description: text.orNull(),
    metadata: json.orNull(),
    visibility: text.oneOf(visibilities),
    link_preview: text.oneOf(linkPreviews),
    created_at: integer,
    status: text.oneOf(workStatuses),
    error: text.orNull(),
    /** Facts from packaging: duration, parts, kind of stream. */
    stream: json.orNull(),
  }).indexes(
    // A share that failed is not active: it leaves its place to another try.
    "unique shares_active (file_id, coalesce(file_segment_id, ''), visibility) where status <> 'failed'",
    'shares_segment (file_segment_id)',
    `shares_unfinished (id) ${UNFINISHED}`,
    'shares_file (file_id)',
    'shares_account (account_id, created_at, id, file_id, visibility, file_segment_id)',
  ),

  tags: table({
    id,
    account_id: account,
    label: text,
    value: text,
    type: text.oneOf(tagTypes),
    file_id: text.references('files'),
    segment_id: text.references('segments').orNull(),
    created_at: integer,
  }).indexes(
    'tags_file (file_id)',
    'tags_segment (segment_id)',
    'tags_account (account_id, created_at, id, file_id, segment_id, type)',
  ),
};
