import {
  deepSearchScopes,
  deepSearchStatuses,
  type OneOf,
  searchGroupKeys,
  searchScopes,
} from '../../../../contract/values/enums.ts';
import { account, blob, counter, flag, id, integer, json, real, serial, table, text } from './column.ts';

/** Of the vector of a passage or a picture. */
const bits = {
  encoder: integer,
  /** The rowid of its collection. It may be given again, so check what a search finds. */
  collection: integer,
  bits: blob,
};

/** What searches read, and searches with their answers. */
export const search = {
  /** The searchable documents: one row per file or segment of a collection. Their terms are in document_terms. */
  documents: table({
    docid: serial,
    id: text.unique(),
    account_id: account,
    /** Null if indexed outside collections. */
    collection_id: text.references('collections').orNull(),
    file_id: text.references('files'),
    segmentation_id: text.references('segmentations').orNull(),
    segment_id: text.references('segments').orNull(),
    type: text.oneOf(deepSearchScopes),
    /** Seconds; null for a file's document. */
    start_time: real.orNull(),
    end_time: real.orNull(),
    title: text.default(''),
    summary: text.default(''),
    speech: text.default(''),
    scene_text: text.default(''),
    visual_scene_description: text.default(''),
    audio_description: text.default(''),
    entities: text.default(''),
    metadata: text.default(''),
    /** The analyser version of its terms; 0 while it is still in documents_fts. */
    analysed: integer.default(0),
  }).indexes(
    "unique documents_subject (coalesce(collection_id, ''), file_id, coalesce(segment_id, ''))",
    'documents_file (file_id)',
    'documents_segmentation (segmentation_id)',
    'documents_segment (segment_id)',
    'documents_analysed (analysed, docid)',
    'documents_collection (collection_id, file_id, type, start_time, end_time)',
  ),

  /** Number of documents of a collection by type. Triggers keep it up to date. */
  document_totals: table({
    /** Stands for the three below in document_places. */
    scope: counter,
    account_id: account,
    /** '' for documents outside collections. */
    collection_id: text,
    type: text.is<OneOf<typeof deepSearchScopes>>(),
    documents: integer,
  }).constraint('unique (account_id, collection_id, type)'),

  /**
   * The scope of a document, as a number of document_totals: a search reads it for every document with a word, and the documents
   * themselves are a hundred times as long. Triggers keep it up to date.
   */
  document_places: table({
    docid: integer.primaryKey(),
    scope: integer,
  }).indexes('document_places_scope (scope)'),

  /** A language of an account's lines; it stays after they are deleted. */
  account_languages: table({
    account_id: account,
    language: text,
  })
    .primaryKey('account_id', 'language')
    .withoutRowid(),

  /** A folded word of a language that writes compounds as one word, over all accounts; see search/words/term-phrases.ts. */
  compound_words: table({
    word: text.primaryKey(),
    reversed: text,
  })
    .withoutRowid()
    .indexes('compound_words_reversed (reversed)'),

  /** What made vectors. */
  encoders: table({
    id: counter,
    model: text,
    /** Numbers of a vector. */
    dimension: integer,
    /** A MeasuredScale as JSON; null: it is to be measured, or needs none. */
    scale: json.orNull(),
    /** When its vectors became complete, Unix ms, while those of an earlier one are kept; else null. */
    complete_at: integer.orNull(),
  })
    .constraint('unique (model, dimension)')
    .notStrict(),

  /** A spoken sentence, shown text or described scene of a collection file, with its vector. Times in seconds. */
  passages: table({
    /** Never given again: the index in memory goes on from the last one it has. */
    id: serial,
    account_id: account,
    collection_id: text,
    file_id: text,
    modality: text,
    start_time: real,
    end_time: real,
    text,
    encoder: integer.references('encoders', 'no action'),
    /** See search/vectors/compact.ts. */
    vector: blob,
  })
    .ofCollectionFile()
    .notStrict()
    .indexes(
      'passages_collection_file (collection_id, file_id)',
      'passages_file (file_id)',
      'passages_account (account_id)',
      'passages_encoder (encoder)',
    ),

  /** The sign bits of passages, apart from them: a search reads all of these when it starts. */
  passage_bits: table({
    id: integer.primaryKey().references('passages'),
    ...bits,
  })
    .notStrict()
    .indexes('passage_bits_encoder (encoder, id)'),

  /** A frame that stands for a part of a collection file, with its vector. Times in seconds. */
  pictures: table({
    /** Never given again: the index in memory goes on from the last one it has. */
    id: serial,
    account_id: account,
    collection_id: text,
    file_id: text,
    start_time: real,
    end_time: real,
    /** When it is shown. */
    frame_time: real,
    encoder: integer.references('encoders', 'no action'),
    /** See search/vectors/compact.ts. */
    vector: blob,
  })
    .ofCollectionFile()
    .notStrict()
    .indexes(
      'pictures_collection_file (collection_id, file_id)',
      'pictures_file (file_id)',
      'pictures_account (account_id)',
      'pictures_encoder (encoder)',
    ),

  /** The sign bits of pictures. */
  picture_bits: table({
    id: integer.primaryKey().references('pictures'),
    ...bits,
  })
    .notStrict()
    .indexes('picture_bits_encoder (encoder, id)'),

  /** A search with its results. */
  searches: table({
    id,
    account_id: account,
    created_at: integer,
    /** Null if the search was for a face. */
    query: text.orNull(),
    scope: text.oneOf(searchScopes),
    group_by_key: text.oneOf(searchGroupKeys).orNull(),
    limit: integer,
    results: json,
    /** Gap[] as shown; null without any. */
    gaps: json.orNull(),
  }).indexes('searches_account (account_id, created_at, id)'),

  deep_searches: table({
    id,
    account_id: account,
    status: text.oneOf(deepSearchStatuses),
    created_at: integer,
    query: text,
    scope: text.oneOf(deepSearchScopes).orNull(),
    knowledge_base: json,
    limit: integer,
    exclude_weak_results: flag.default(0),
    /** The parts requested with include. */
    include: json,
    background: flag.default(0),
    text: text.orNull(),
    results: json.orNull(),
    total: integer.orNull(),
    search_queries: json.orNull(),
    usage: json.orNull(),
    /** {message, type, code}. */
    error: json.orNull(),
    /** Gap[] as shown; null without any. */
    gaps: json.orNull(),
  }).indexes(
    "deep_searches_unfinished (id) where status = 'in_progress'",
    'deep_searches_account (account_id, created_at, id, status)',
  ),

  /** A deep search that was deleted: its id alone is kept. */
  deleted_deep_searches: table({
    id,
    account_id: account,
  })
    .withoutRowid()
    .indexes('deleted_deep_searches_account (account_id)'),

  chat_completions: table({
    id,
    account_id: account,
    created_at: integer,
    /** What answered: a model, or `quotes`. */
    model: text,
    payload: json,
    choices: json,
    usage: json,
    /** Gap[] as shown; null without any. */
    gaps: json.orNull(),
  }).indexes('chat_completions_account (account_id, created_at, id)'),
};
