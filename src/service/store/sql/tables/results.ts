import type { Generated } from 'kysely';
import type {
  deepSearchScopes,
  deepSearchStatuses,
  OneOf,
  searchGroupKeys,
  searchScopes,
} from '../../../../contract/values/enums.ts';
import type { Flag, Json } from './column.ts';

/** A stored result of one analysis of a content. */
export interface AnalysisResultsTable {
  content_hash: string;
  /** A modality, or what else was analysed: `shots`, `marks`. */
  analysis: string;
  provider: string;
  settings_hash: string;
  body: Json;
  created_at: number;
}

/** How long an analysis by a maker took so far. */
export interface AnalysisSpeedsTable {
  /** A modality, or `faces`, `chapters`, `meaning`. */
  analysis: string;
  /** As `makerName` gives it. */
  made_by: string;
  media_seconds: number;
  ms: number;
}

/** The outcome of one modality of a collection file: what made its lines, or why there are none. */
export interface CollectionFileModalitiesTable {
  collection_id: string;
  file_id: string;
  modality: string;
  account_id: string;
  /** Null if it failed. */
  provider: string | null;
  settings: Json | null;
  /** Array of sentences. */
  notes: Json;
  /** Why it failed, for people. */
  error: string | null;
  /** Recognised lines that are not to be trusted (speech). */
  doubtful: Json | null;
  /** HeldGap[] of understanding/gaps; null if nothing is known to be missing. */
  gaps: Generated<Json | null>;
}

/** One line of a collection file. Times in seconds. */
export interface ModalityLinesTable {
  collection_id: string;
  file_id: string;
  modality: string;
  /** 0 for the first line of the modality. */
  position: number;
  account_id: string;
  start_time: number;
  end_time: number;
  speaker: string | null;
  text: string;
  /** ISO 639-1; null until it is recognised. */
  language: Generated<string | null>;
  /** Words with times (speech) or boxes (scene text). */
  words: Json | null;
  /** Probability that it is right, 0 to 1; null if the recogniser does not tell. */
  confidence: number | null;
}

/** A speaker's voice in a file: see understanding/modalities/speakers/labels.ts. */
export interface VoicesTable {
  file_id: string;
  /** The model whose vector it is. */
  model: string;
  /** Number in the file. */
  speaker: number;
  account_id: string;
  /** Number in the account, the same in all of its files. */
  label: number;
  /** The name that the speaker was given in this file; null without one. */
  name: string | null;
  named_at: number | null;
  /** 4 bytes a number. */
  vector: Uint8Array;
}

/** The name of a voice that is still to be shown in other files. */
export interface VoiceNamingsTable {
  account_id: string;
  model: string;
  label: number;
  /** The file in which it was given. */
  file_id: string;
  /** The last file that was done. */
  reached: Generated<string>;
}

/** The shots and chapters of a collection file. */
export interface CollectionFileStructuresTable {
  collection_id: string;
  file_id: string;
  account_id: string;
  /** See understanding/structure. */
  structure: Json;
  /** The language model that was asked for chapters and titles; null: it is to be asked. See resources/outlines. */
  outlined_by: Generated<Json | null>;
  /** Why it gave none, for people. */
  outline_error: Generated<string | null>;
}

/** The searchable documents: one row per file or segment of a collection. Their terms are in document_terms. */
export interface DocumentsTable {
  docid: Generated<number>;
  id: string;
  account_id: string;
  /** Null if indexed outside collections. */
  collection_id: string | null;
  file_id: string;
  segmentation_id: string | null;
  segment_id: string | null;
  type: OneOf<typeof deepSearchScopes>;
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
  /** The analyser version of its terms; 0 while it is still in documents_fts. */
  analysed: Generated<number>;
}

/** The full-text index of documents that are not yet analysed. */
export interface DocumentsFtsTable {
  rowid: number;
}

/** The full-text index of terms, by docid; only store/words/match-words.ts and store/words/write-terms.ts query it. */
export interface DocumentTermsTable extends Partial<Record<string, string | number>> {
  rowid: number;
}

/** Number of documents of a collection by type. Triggers keep it up to date. */
export interface DocumentTotalsTable {
  /** Stands for the three below in document_places. */
  scope: Generated<number>;
  account_id: string;
  /** '' for documents outside collections. */
  collection_id: string;
  type: OneOf<typeof deepSearchScopes>;
  documents: number;
}

/** The scope of a document, as a number of document_totals. Triggers keep it up to date. */
export interface DocumentPlacesTable {
  docid: number;
  scope: number;
}

/** A language of an account's lines; it stays after they are deleted. */
export interface AccountLanguagesTable {
  account_id: string;
  language: string;
}

/** A folded word of a language that writes compounds as one word, over all accounts; see search/compounds.ts. */
export interface CompoundWordsTable {
  word: string;
  reversed: string;
}

/** The vocabulary of the index, over all accounts: never show a term that an account's own documents lack. */
export interface DocumentTermsWordsTable {
  term: string;
  /** Number of documents with the word. */
  doc: number;
  cnt: number;
}

/** A search with its results. */
export interface SearchesTable {
  id: string;
  account_id: string;
  created_at: number;
  /** Null if the search was for a face. */
  query: string | null;
  scope: OneOf<typeof searchScopes>;
  group_by_key: OneOf<typeof searchGroupKeys> | null;
  limit: number;
  results: Json;
  /** Gap[] as shown; null without any. */
  gaps: Json | null;
}

export interface ChatCompletionsTable {
  id: string;
  account_id: string;
  created_at: number;
  /** What answered: a model, or `quotes`. */
  model: string;
  payload: Json;
  choices: Json;
  usage: Json;
  /** Gap[] as shown; null without any. */
  gaps: Json | null;
}

export interface DeepSearchesTable {
  id: string;
  account_id: string;
  status: DeepSearchStatus;
  created_at: number;
  query: string;
  scope: OneOf<typeof deepSearchScopes> | null;
  knowledge_base: Json;
  limit: number;
  exclude_weak_results: Generated<Flag>;
  /** The parts requested with include. */
  include: Json;
  background: Generated<Flag>;
  text: string | null;
  results: Json | null;
  total: number | null;
  search_queries: Json | null;
  /** Gap[] as shown; null without any. */
  gaps: Generated<Json | null>;
  usage: Json | null;
  /** {message, type, code}. */
  error: Json | null;
}

/** A deep search that was deleted: its id alone is kept. */
export interface DeletedDeepSearchesTable {
  id: string;
  account_id: string;
}

export type DeepSearchStatus = OneOf<typeof deepSearchStatuses>;
