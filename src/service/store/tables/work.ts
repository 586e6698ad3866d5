import type { Generated } from 'kysely';
import type {
  assetTypes,
  linkPreviews,
  OneOf,
  redoStatuses,
  tagTypes,
  visibilities,
} from '../../../contract/enums.ts';
import type { Flag, Json } from './column.ts';
import type { ProcessingStatus } from './media.ts';

export interface SharesTable {
  id: string;
  account_id: string;
  file_id: string;
  file_segment_id: string | null;
  asset_type: OneOf<typeof assetTypes>;
  title: string | null;
  description: string | null;
  metadata: Json | null;
  visibility: OneOf<typeof visibilities>;
  link_preview: OneOf<typeof linkPreviews>;
  created_at: number;
  status: ProcessingStatus;
  error: string | null;
  /** Facts from packaging: duration, parts, kind of stream. */
  stream: Json | null;
}

export interface TagsTable {
  id: string;
  account_id: string;
  label: string;
  value: string;
  type: OneOf<typeof tagTypes>;
  file_id: string;
  segment_id: string | null;
  created_at: number;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  /** Null until one is given: nothing is delivered. */
  endpoint: string | null;
  description: string | null;
  /** Array of event names. */
  subscribed_events: Json;
  secret: string;
  active: Generated<Flag>;
  created_at: number;
}

/** Recognising the speech of a whole collection again. */
export interface RedosTable {
  id: string;
  account_id: string;
  collection_id: string;
  status: OneOf<typeof redoStatuses>;
  /** Why it failed, for people. */
  error: string | null;
  /** The request's body, with defaults. */
  config: Json;
  /** The last file whose recognition was started again. */
  reached: Generated<string>;
  /** Counters; null until it has ended. */
  files_total: number | null;
  files_completed: number | null;
  files_failed: number | null;
  created_at: number;
}

/** Outbox: an event is written in the transaction that caused it, and delivered later. */
export interface EventsTable {
  seq: Generated<number>;
  id: string;
  account_id: string;
  event_type: string;
  payload: Json;
  created_at: number;
  /** When its deliveries were created; null until then. */
  dispatched_at: number | null;
}

/** What is being deleted: see store/deletions.ts. */
export interface DeletionsTable {
  /** The row's id; of a collection file, the collection's and the file's with a space between them. */
  id: string;
  created_at: number;
  /** Of a collection file, its file's id. */
  file_id: Generated<string | null>;
  /** Whether the collection file was added again: then only the rows below it are deleted. */
  replaced: Generated<Flag>;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: Json;
  /** At most one unfinished job per key; also used to cancel the job. */
  dedupe_key: string | null;
  /** `later` until it is due. */
  state: 'later' | 'ready' | 'running';
  /** Its owner; empty if it has none. */
  account_id: Generated<string>;
  /** The file it works on; empty if there is none. */
  file_id: Generated<string>;
  /** Its round among the jobs of its kind and account, lower first: jobs of one file are in different rounds. */
  turn: Generated<number>;
  /** Its place in that round, lower first: the time it was added, later for larger files. */
  rank: number;
  /** Earliest time to run. */
  run_at: number;
  attempts: Generated<number>;
  /** Number of workers that died while running it. */
  deaths: Generated<number>;
  /** Whether its worker has begun the work, not just claimed the job. */
  begun: Generated<Flag>;
  max_attempts: number;
  /** Fencing token of the last claim; 0 before the first. */
  token: Generated<number>;
  worker_id: string | null;
  lease_until: number | null;
  last_error: string | null;
  /** It was enqueued again while running: it may have read old data, so it runs once more. */
  again: Generated<Flag>;
  created_at: number;
}

/** The last claimed job of a kind and account: its round, and its fencing token, which orders claims in time. */
export interface TurnsTable {
  kind: string;
  account_id: string;
  turn: number;
  token: number;
}

/** A single row: the last fencing token issued. It only grows, over all jobs. */
export interface FencesTable {
  id: number;
  value: number;
}
