import type { Generated } from 'kysely';
import type { Json } from './column.ts';
import type { FileStatus } from './media.ts';

/** A job over a file outside collections: the columns that every kind has. */
export interface MediaJobTable {
  id: string;
  account_id: string;
  file_id: string;
  /** As given in the request. */
  url: string;
  status: FileStatus;
  /** Why it failed or does not apply, for people. */
  error: string | null;
  /** The configuration of its kind, with defaults. */
  config: Json;
  segmentation_id: string | null;
  created_at: number;
}

/** A describe job: the analysis of a file. Its config is a describe_config or transcribe_config. */
export interface DescribesTable extends MediaJobTable {
  /** The kind of job requested. */
  kind: 'describe' | 'transcribe';
  /** See describes/result.ts; null until completed. */
  result: Json | null;
}

/** An extraction job: entities of a file. Its config is an extract_config. */
export interface ExtractionsTable extends MediaJobTable {
  /** What made the entities and what they were read from; null until completed. */
  providers: Json | null;
  /** Its shots and chapters; null until completed. */
  structure: Json | null;
  /** HeldGap[] of understanding/gaps by modality; null if nothing is known to be missing. */
  gaps: Generated<Json | null>;
}
