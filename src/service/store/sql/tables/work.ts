import type { Generated } from 'kysely';
import type {
  assetTypes,
  deliveryStatuses,
  linkPreviews,
  OneOf,
  redoStatuses,
  tagTypes,
  visibilities,
} from '../../../../contract/values/enums.ts';
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
  /** Encrypted: see store/secrets/secret-box.ts. */
  secret: string;
  /** The secret before the last rotation; it signs deliveries too until `previous_until` (Unix ms). */
  previous_secret: Generated<string | null>;
  previous_until: Generated<number | null>;
  active: Generated<Flag>;
  /** When the first attempt failed since the last one that succeeded (Unix ms). */
  failing_since: Generated<number | null>;
  /** Why the service stopped the deliveries, for people. */
  disabled_reason: Generated<string | null>;
  created_at: number;
}

/** An event for one webhook. */
export interface WebhookDeliveriesTable {
  /** The order of deliveries about one resource. */
  seq: Generated<number>;
  id: string;
  account_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  /** What the event is about. Deliveries of a webhook about one resource are made one after the other. */
  resource: string;
  status: Generated<OneOf<typeof deliveryStatuses>>;
  /** Failed attempts. */
  tries: Generated<number>;
  /** Attempts that may fail before the delivery is given up. */
  max_tries: number;
  /** Unix ms; null while an earlier delivery about the same resource is pending, and once it has ended. */
  next_attempt_at: number | null;
  created_at: number;
  ended_at: Generated<number | null>;
}

/** One request to a receiver. */
export interface WebhookAttemptsTable {
  delivery_id: string;
  /** 1 for the first. */
  number: number;
  started_at: number;
  /** Null while it runs, and forever if the service stopped meanwhile. */
  duration_ms: Generated<number | null>;
  /** Null if no response came. */
  status_code: Generated<number | null>;
  error: Generated<string | null>;
  /** The first bytes of the response's body, as text. */
  answer: Generated<string | null>;
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
  /** What it was expected to do when it was asked for: see resources/redos/expected.ts. */
  expected: Json | null;
  created_at: number;
}

/** An event is written in the transaction that caused it, with its deliveries to webhooks. */
export interface EventsTable {
  seq: Generated<number>;
  id: string;
  account_id: string;
  event_type: string;
  payload: Json;
  created_at: number;
}

/** What is being deleted: see store/sql/deletions.ts. */
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
  /** What the ends of its workers say against it, in points: see queue/fault-points.ts. */
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

/** An upload that can be resumed. Its id becomes the id of its file. */
export interface UploadsTable {
  id: string;
  account_id: string;
  /** Size of the whole file. How many of them are there, only its partial file knows. */
  bytes: number;
  filename: string;
  /** The fields of the form that would upload it in one request, as they were sent. */
  fields: Json;
  created_at: number;
  /** When it became a file. */
  done_at: number | null;
}
