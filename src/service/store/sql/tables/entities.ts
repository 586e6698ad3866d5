import type { Generated } from 'kysely';
import type { Json } from './column.ts';

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
