import type { Generated } from 'kysely';
import type { findingKinds, findMomentsStatuses, judges, OneOf } from '../../../../contract/values/enums.ts';
import type { Flag, Json } from './column.ts';
import type { ProcessingStatus } from './media.ts';

/** A criterion attached to a collection. */
export interface MomentAttachmentsTable {
  id: string;
  account_id: string;
  collection_id: string;
  criterion_name: string;
  criterion_hash: string;
  criterion: Json;
  /** As given in the request. */
  options: Json;
  /** What a run must have to be one of this criterion: see find-moments/spec.ts. */
  run_key: string;
  /** Of its job. The state that clients see depends on its files too. */
  status: ProcessingStatus;
  /** The last file of the collection that its job has looked at. */
  reached: Generated<string>;
  created_at: number;
}

export type RunStatus = OneOf<typeof findMomentsStatuses>;

/** A criterion applied to a file. */
export interface FindMomentsRunsTable {
  id: string;
  account_id: string;
  file_id: string;
  /** As given in the request; the file's uri in a backfill. */
  url: string;
  status: RunStatus;
  /** Why it failed or was cancelled, for people. */
  error: string | null;
  criterion_name: string;
  criterion_hash: string;
  /** As it was when the run began. */
  criterion: Json;
  /** The options in force. */
  options: Json;
  run_key: string;
  /** See the migration. */
  heard: number;
  engine_version: number;
  /** The engine with its judge: see find-moments/engine.ts. */
  engine: string;
  judged_by: OneOf<typeof judges>;
  /** Whether somebody asked for this run; otherwise a backfill did. */
  requested: Flag;
  /** Null until completed. */
  total_moments: number | null;
  /** Array of sentences; null until completed. */
  notes: Json | null;
  /** Millionths of a credit that it was charged: null until it is, 0 once it is refunded. */
  cost_micros: number | null;
  created_at: number;
}

/** A moment of a run. Times in seconds. */
export interface MomentsTable {
  id: string;
  account_id: string;
  run_id: string;
  file_id: string;
  start_time: number;
  end_time: number;
  rank_score: number;
  /** The value of the criterion's scoring; null if it has none. */
  score: number | null;
  /** The larger the better: the score, negated if lower is better; without a score, rank_score. */
  merit: number;
  lower_is_better: Flag;
  /** The rest of what clients see. */
  body: Json;
}

export interface FindingsTable {
  id: string;
  account_id: string;
  run_id: string;
  file_id: string;
  kind: OneOf<typeof findingKinds>;
  /** The rest of what clients see. */
  body: Json;
}

/** A file of a collection, for one of the collection's criteria. */
export interface CriterionFilesTable {
  attachment_id: string;
  file_id: string;
  collection_id: string;
  account_id: string;
  /** The run's, copied by a trigger. */
  status: RunStatus;
  error: string | null;
  /** Null until it is chosen, and after the run was deleted. */
  run_id: string | null;
}

/** What all rows of a collection's lists have. */
interface Listed {
  attachment_id: string;
  collection_id: string;
  file_id: string;
  account_id: string;
  run_id: string;
  criterion_name: string;
}

/** A moment in the list of a collection, with copies of what the list is ordered and narrowed by. */
export interface CollectionMomentsTable extends Listed {
  moment_id: string;
  start_time: number;
  score: number | null;
  merit: number;
  lower_is_better: Flag;
  rank_score: number;
}

/** A finding in the list of a collection. */
export interface CollectionFindingsTable extends Listed {
  finding_id: string;
  kind: OneOf<typeof findingKinds>;
}
