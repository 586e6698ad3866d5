import type { ColumnType, Generated } from 'kysely';
import type {
  jobStatuses,
  mediaTypes,
  OneOf,
  thumbnailTypes,
  workStatuses,
} from '../../../../contract/values/enums.ts';
import type { Flag, Json } from './column.ts';

export type MediaType = OneOf<typeof mediaTypes>;

export interface FilesTable {
  id: string;
  account_id: string;
  status: FileStatus;
  /** Why it failed, for people. */
  error: string | null;
  /** Size in bytes. */
  bytes: number | null;
  created_at: number;
  filename: string;
  metadata: Json | null;
  /** Null until the file is probed. */
  media_type: MediaType | null;
  media_info: Json | null;
  video_info: Json | null;
  source: string;
  /** Source of a synced file; one file per URL and account. */
  source_url: string | null;
  source_metadata: Json | null;
  /** SHA-256 of the content, hex; analysis results are stored by it. */
  content_hash: string | null;
  /** Object key of the original; null until it is stored. */
  object_key: string | null;
  /** Object key of an uploaded subtitle sidecar. */
  subtitle_key: string | null;
  /** Object key of a transcript corrected by hand. */
  transcript_key: string | null;
  /** See resources/files/hearing-settings.ts. */
  hearing: Json | null;
  /** Number of changes of how its speech is recognised. */
  heard: Generated<number>;
  has_thumbnail: Generated<Flag>;
  enable_segment_thumbnails: Generated<Flag>;
  /** Its number in file_values; null until its values are there. */
  number: Generated<number | null>;
}

/** The paths of file_values. */
export interface FilePathsTable {
  id: Generated<number>;
  account_id: string;
  /** The part of a filter that names the path, with `~` behind it for values in lower case. */
  part: string;
  path: string;
  /** 0 if a file has a value here that file_values cannot hold, an object for example. */
  whole: Generated<Flag>;
}

/** What filters compare, a row for each value. */
export interface FileValuesTable {
  /** Id in file_paths. */
  path: number;
  /** A number if the value reads as one, otherwise its text. */
  value: number | string;
  /** Number of the file. */
  file: number;
}

export interface SegmentationsTable {
  id: string;
  account_id: string;
  file_id: string;
  status: FileStatus;
  error: string | null;
  /** segmentation_config as given in the request. */
  config: Json;
  segment_thumbnails: Generated<Flag>;
  created_at: number;
}

export interface SegmentsTable {
  id: string;
  account_id: string;
  segmentation_id: string;
  file_id: string;
  /** 0 for the first segment. */
  position: number;
  /** Seconds. */
  start_time: number;
  end_time: number;
  metadata: Json | null;
  thumbnail_key: string | null;
  /** What a chapter is about; null for other segments. */
  description: string | null;
}

export interface ThumbnailsTable {
  id: string;
  account_id: string;
  file_id: string;
  segmentation_id: string | null;
  segment_id: string | null;
  type: OneOf<typeof thumbnailTypes>;
  /** Seconds into the file; 0 for an image. */
  time: number;
  /** Empty for a frame without a thumbnail. */
  object_key: string;
  /** Set for type frame. */
  frame_extraction_id: string | null;
}

export interface CollectionsTable {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  collection_type: string;
  /** The config of the collection's type, with defaults. */
  config: Json | null;
  default_segmentation_config: Json | null;
  created_at: number;
}

export interface CollectionFilesTable {
  collection_id: string;
  file_id: string;
  account_id: string;
  added_at: number;
  status: FileStatus;
  /** Null if the collection's type has none. */
  searchable_status: ProcessingStatus | null;
  segmentation_id: string | null;
  /** The metadata given when the file was added (metadata collections). */
  metadata: Json | null;
  error: string | null;
  /** {stage, done, total} during processing. */
  progress: Json | null;
  /** The model of its passages' vectors; null: they are to be computed; empty: there is nothing to encode. */
  encoded_by: Generated<string | null>;
  /** The model that made the vectors of its frames; null: it waits for them; empty: it has none. */
  pictured_by: Generated<string | null>;
  /** The detection with the file's faces (face-analysis collections). */
  face_detection_id: string | null;
  /** The redo that last started it. */
  redo: Generated<string | null>;
  /** The file's, copied by triggers. */
  filename: ColumnType<string, never, never>;
  /** The file's, copied by triggers. */
  number: ColumnType<number | null, never, never>;
}

export type ProcessingStatus = OneOf<typeof workStatuses>;

export type FileStatus = OneOf<typeof jobStatuses>;
