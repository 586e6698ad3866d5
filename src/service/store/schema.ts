import type { Generated, Kysely, Transaction } from 'kysely';

/**
 * The tables as Kysely sees them. The migrations make them; a migration and this file change together.
 *
 * Conventions: ids are UUID text made by us, times are integer Unix milliseconds, media times are seconds,
 * `Json` columns hold JSON text, `Flag` columns hold 0 or 1. Every row belongs to an account, and every
 * query filters by it.
 */
export interface Schema {
  accounts: AccountsTable;
  tokens: TokensTable;
  settings: SettingsTable;
  files: FilesTable;
  segmentations: SegmentationsTable;
  segments: SegmentsTable;
  thumbnails: ThumbnailsTable;
  collections: CollectionsTable;
  collection_files: CollectionFilesTable;
  sense_results: SenseResultsTable;
  member_senses: MemberSensesTable;
  sense_lines: SenseLinesTable;
  documents: DocumentsTable;
  documents_fts: DocumentsFtsTable;
  documents_words: DocumentsWordsTable;
  searches: SearchesTable;
  shares: SharesTable;
  tags: TagsTable;
  webhooks: WebhooksTable;
  deep_searches: DeepSearchesTable;
  events: EventsTable;
  ledger: LedgerTable;
  jobs: JobsTable;
  fences: FencesTable;
}

/** The store's handle. A transaction is one too, so a function that takes a Db runs inside or outside of one. */
export type Db = Kysely<Schema>;

/** A running transaction. Inside one, never use the outer handle: the store has one connection, and it waits. */
export type Trx = Transaction<Schema>;

/** JSON text. */
export type Json = string;

/** 0 or 1. */
export type Flag = 0 | 1;

export type ProcessingStatus = 'pending' | 'processing' | 'completed' | 'failed';
export type FileStatus = ProcessingStatus | 'not_applicable';
export type DeepSearchStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';
export type MediaType = 'video' | 'audio' | 'image';

export interface AccountsTable {
  id: string;
  name: string;
  /** Millionths of a credit; the sum of the account's ledger entries. */
  balance_micros: Generated<number>;
  created_at: number;
}

export interface TokensTable {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the whole token, hex. The token itself is kept nowhere. */
  hash: string;
  /** The first characters, so that a person can tell tokens apart. */
  hint: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface FilesTable {
  id: string;
  account_id: string;
  status: FileStatus;
  /** Why it failed, for a person. */
  error: string | null;
  /** Size in bytes. */
  bytes: number | null;
  created_at: number;
  filename: string;
  metadata: Json | null;
  /** Unknown until the file was probed. */
  media_type: MediaType | null;
  media_info: Json | null;
  video_info: Json | null;
  source: string;
  /** Where a synced file came from; one file per URL and account. */
  source_url: string | null;
  source_metadata: Json | null;
  /** SHA-256 of the content, hex; results of a sense are kept by it. */
  content_hash: string | null;
  /** Object key of the original; null until it is there. */
  object_key: string | null;
  /** Object key of an uploaded subtitle sidecar. */
  subtitle_key: string | null;
  has_thumbnail: Generated<Flag>;
  enable_segment_thumbnails: Generated<Flag>;
}

export interface SegmentationsTable {
  id: string;
  account_id: string;
  file_id: string;
  status: FileStatus;
  error: string | null;
  /** segmentation_config as it was given. */
  config: Json;
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
}

export interface ThumbnailsTable {
  id: string;
  account_id: string;
  file_id: string;
  segmentation_id: string | null;
  segment_id: string | null;
  type: 'segment' | 'keyframe' | 'file' | 'frame';
  /** Seconds into the file; 0 for an image. */
  time: number;
  object_key: string;
}

export interface CollectionsTable {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  collection_type: string;
  /** The config of the collection's type, as stored after defaults. */
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
  /** Null where the collection's type has none. */
  searchable_status: ProcessingStatus | null;
  segmentation_id: string | null;
  /** What was given when the file was added (metadata collections). */
  metadata: Json | null;
  error: string | null;
}

export interface SenseResultsTable {
  content_hash: string;
  sense: string;
  provider: string;
  settings_hash: string;
  body: Json;
  created_at: number;
}

/** How one sense of a member went: what made its lines, or why there are none. */
export interface MemberSensesTable {
  collection_id: string;
  file_id: string;
  sense: string;
  account_id: string;
  /** Null when it failed. */
  provider: string | null;
  settings: Json | null;
  /** Array of sentences. */
  notes: Json;
  /** Why it failed, for a person. */
  error: string | null;
}

/** One line said or shown in a member. Seconds. */
export interface SenseLinesTable {
  collection_id: string;
  file_id: string;
  sense: string;
  /** 0 for the first line of the sense. */
  position: number;
  account_id: string;
  start_time: number;
  end_time: number;
  speaker: string | null;
  text: string;
  /** Words with times (speech) or boxes (scene text). */
  words: Json | null;
}

/** What is searched: one row per file or segment of a collection. documents_fts follows it by triggers. */
export interface DocumentsTable {
  docid: Generated<number>;
  id: string;
  account_id: string;
  /** Null for what is indexed outside collections. */
  collection_id: string | null;
  file_id: string;
  segmentation_id: string | null;
  segment_id: string | null;
  type: 'file' | 'segment';
  /** Seconds; null for a file's document. */
  start_time: number | null;
  end_time: number | null;
  title: Generated<string>;
  summary: Generated<string>;
  speech: Generated<string>;
  scene_text: Generated<string>;
  visual_scene_description: Generated<string>;
  audio_description: Generated<string>;
  entities: Generated<string>;
  metadata: Generated<string>;
}

/** Words only; see store/words.ts, the one place that asks it. */
export interface DocumentsFtsTable {
  rowid: number;
}

/** The words of the index, stemmed, over all accounts: never show one that an account's own documents lack. */
export interface DocumentsWordsTable {
  term: string;
  /** Documents that have it. */
  doc: number;
  cnt: number;
}

/** A search that was run, with what it found. */
export interface SearchesTable {
  id: string;
  account_id: string;
  created_at: number;
  query: string;
  scope: 'file' | 'segment';
  limit: number;
  results: Json;
}

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
  endpoint: string;
  description: string | null;
  /** Array of event names. */
  subscribed_events: Json;
  secret: string;
  active: Generated<Flag>;
  created_at: number;
}

export interface DeepSearchesTable {
  id: string;
  account_id: string;
  status: DeepSearchStatus;
  created_at: number;
  query: string;
  scope: 'segment' | 'file' | null;
  knowledge_base: Json;
  limit: number;
  exclude_weak_results: Generated<Flag>;
  /** The parts asked for with include. */
  include: Json;
  background: Generated<Flag>;
  text: string | null;
  results: Json | null;
  total: number | null;
  search_queries: Json | null;
  usage: Json | null;
  /** {message, type, code}. */
  error: Json | null;
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

export interface LedgerTable {
  id: string;
  account_id: string;
  /** What was done, for a person: an operation or event. */
  operation: string;
  /** The resource it was done to. */
  subject: string | null;
  /** Millionths of a credit; negative for a charge. */
  amount_micros: number;
  /** The same key charges once. */
  dedupe_key: string | null;
  created_at: number;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: Json;
  /** At most one unfinished job per key; also the name to cancel it by. */
  dedupe_key: string | null;
  state: 'ready' | 'running';
  /** Higher first. */
  priority: number;
  /** Not before this time. */
  run_at: number;
  attempts: Generated<number>;
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

/** One row: the last fencing token given out. It only grows, over all jobs. */
export interface FencesTable {
  id: number;
  value: number;
}
