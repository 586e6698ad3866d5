import type { Generated } from 'kysely';
import type { Flag, Json } from './column.ts';
import type { ProcessingStatus } from './media.ts';

export interface SharesTable {
  id: string;
  account_id: string;
  file_id: string;
  file_segment_id: string | null;
  asset_type: 'file' | 'file_segment';
  title: string | null;
  description: string | null;
  metadata: Json | null;
  visibility: 'public' | 'private';
  link_preview: 'none' | 'full' | 'player';
  created_at: number;
  status: ProcessingStatus;
  error: string | null;
  /** What packaging found: duration, parts, kind of stream. */
  stream: Json | null;
}

export interface TagsTable {
  id: string;
  account_id: string;
  label: string;
  value: string;
  type: 'file' | 'segment';
  file_id: string;
  segment_id: string | null;
  created_at: number;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  /** Null while none was given: nothing is delivered. */
  endpoint: string | null;
  description: string | null;
  /** Array of event names. */
  subscribed_events: Json;
  secret: string;
  active: Generated<Flag>;
  created_at: number;
}

/** Outbox: written in the transaction that caused the event, delivered later. */
export interface EventsTable {
  seq: Generated<number>;
  id: string;
  account_id: string;
  event_type: string;
  payload: Json;
  created_at: number;
  /** When deliveries were made out of it; null until then. */
  dispatched_at: number | null;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: Json;
  /** At most one unfinished job per key; also the name to cancel it by. */
  dedupe_key: string | null;
  /** Until its time has come it is `later`. */
  state: 'later' | 'ready' | 'running';
  /** Whose work it is; empty where it is nobody's. */
  account_id: Generated<string>;
  /** The file it is about; empty where it is about none. */
  file_id: Generated<string>;
  /** Its round among the jobs of its kind and account, lower first: jobs of one file are in different rounds. */
  turn: Generated<number>;
  /** Its place in that round, lower first: when it was added, and later the larger its file is. */
  rank: number;
  /** Not before this time. */
  run_at: number;
  attempts: Generated<number>;
  /** Workers that ended in the middle of it. */
  deaths: Generated<number>;
  /** Whether its worker has begun with it, and not only taken it. */
  begun: Generated<Flag>;
  max_attempts: number;
  /** The fence of the last claim; 0 before the first. */
  token: Generated<number>;
  worker_id: string | null;
  lease_until: number | null;
  last_error: string | null;
  /** It was asked for again while it ran: what it has read by then may be old, so it runs once more. */
  again: Generated<Flag>;
  created_at: number;
}

/** The last job of a kind and an account that was taken: its round, and its fencing token, which says when. */
export interface TurnsTable {
  kind: string;
  account_id: string;
  turn: number;
  token: number;
}

/** One row: the last fencing token given out. It only grows, over all jobs. */
export interface FencesTable {
  id: number;
  value: number;
}
