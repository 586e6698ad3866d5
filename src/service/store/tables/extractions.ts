import type { Generated } from 'kysely';
import type { Json } from './column.ts';
import type { FileStatus } from './media.ts';

/** An extraction job: entities of a file outside collections. */
export interface ExtractionsTable {
  id: string;
  account_id: string;
  file_id: string;
  /** As given in the request. */
  url: string;
  status: FileStatus;
  /** Why it failed or does not apply, for people. */
  error: string | null;
  /** extract_config with defaults. */
  config: Json;
  segmentation_id: string | null;
  /** What made the entities and what they were read from; null until completed. */
  providers: Json | null;
  /** Its shots and chapters; null until completed. */
  structure: Json | null;
  created_at: number;
}

/** Entities of a file or of one of its segments: of an extraction job, or of a file of an entities collection. */
export interface EntitiesTable {
  id: Generated<number>;
  account_id: string;
  extraction_id: string | null;
  collection_id: string | null;
  file_id: string;
  segment_id: string | null;
  /** 0 for the first segment; null for the file. */
  position: number | null;
  /** Seconds; null for the file. */
  start_time: number | null;
  end_time: number | null;
  entities: Json;
  evidence: Json;
  warnings: Json;
}
