import type { Generated } from 'kysely';
import type { Flag, Json } from './column.ts';
import type { FileStatus } from './media.ts';

export interface SenseResultsTable {
  content_hash: string;
  sense: string;
  provider: string;
  settings_hash: string;
  body: Json;
  created_at: number;
}

/** How one modality of a collection file went: what made its lines, or why there are none. */
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

/** One line said or shown in a collection file. Seconds. */
export interface SenseLinesTable {
  collection_id: string;
  file_id: string;
  sense: string;
  /** 0 for the first line of the modality. */
  position: number;
  account_id: string;
  start_time: number;
  end_time: number;
  speaker: string | null;
  text: string;
  /** Words with times (speech) or boxes (scene text). */
  words: Json | null;
}

/** The shots and chapters of a collection file. */
export interface MemberOutlinesTable {
  collection_id: string;
  file_id: string;
  account_id: string;
  /** See understanding/outline. */
  outline: Json;
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
  /** Null where a face was looked for. */
  query: string | null;
  scope: 'file' | 'segment' | 'face' | 'moment';
  group_by_key: 'file' | null;
  limit: number;
  results: Json;
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

export type DeepSearchStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** A describe job: a file perceived outside collections. */
export interface DescribesTable {
  id: string;
  account_id: string;
  file_id: string;
  /** As it was given. */
  url: string;
  status: FileStatus;
  /** Why it failed or does not apply, for a person. */
  error: string | null;
  /** describe_config or transcribe_config with its defaults. */
  config: Json;
  segmentation_id: string | null;
  /** How it was asked for. */
  kind: 'describe' | 'transcribe';
  /** Lines of each modality, and what made them; null until completed. */
  perceived: Json | null;
  created_at: number;
}
