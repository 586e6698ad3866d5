/**
 * Values that schemas, flags and help share: enums (here), limits, events and names of resources. Those are plain data
 * without zod, so that they do not slow down start-up; scalars.ts makes schemas of them.
 */

/** One of the values of a list. */
export type OneOf<List extends readonly string[]> = List[number];

/** States of files, collection files, describe and extraction jobs. */
export const jobStatuses = ['pending', 'processing', 'completed', 'failed', 'not_applicable'] as const;
/** States of shares, frame extractions and face jobs, and of searchable_status. */
export const workStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export const backfillStatuses = ['pending', 'processing', 'completed', 'completed_with_failures'] as const;
export const redoStatuses = [...backfillStatuses, 'failed'] as const;
/** States of the deliveries of webhooks. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const deepSearchStatuses = ['in_progress', 'completed', 'failed', 'cancelled'] as const;
export const findMomentsStatuses = [...workStatuses, 'cancelled'] as const;
export const actionItemStatuses = ['pending', 'completed'] as const;

/** Sort directions, and the sort fields of each list. */
export const sortDirections = ['asc', 'desc'] as const;
export const fileOrders = ['created_at', 'filename'] as const;
export const collectionOrders = ['name', 'created_at'] as const;
export const collectionFileOrders = ['added_at', 'filename'] as const;
export const momentRunOrders = ['rank_score', 'start_time'] as const;

export const mediaTypes = ['video', 'audio', 'image'] as const;
export const sourceMediaTypes = ['audio', 'transcript', 'video'] as const;
/** Eleven more values name upstream connectors; clients accept any value. */
export const fileSources = ['video', 'http', 'upload'] as const;
export const participantScopes = ['internal', 'external', 'unknown'] as const;

export const collectionTypes = [
  'media-descriptions',
  'entities',
  'rich-transcripts',
  'face-analysis',
  'metadata',
  'moments',
] as const;

/** The modalities of media; a moment criterion names the ones it uses (signals_required). */
export const modalities = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'] as const;
/** What a redo makes again: modalities, and what is made from them. */
export const redoModalities = [...modalities, 'faces', 'chapters', 'meaning', 'pictures'] as const;
/** The files of a redo: those whose results something else would make now, or all. */
export const redoScopes = ['outdated', 'all'] as const;
/** What a result becomes if it is made again; `other`: it is not known which is better. */
export const redoChanges = ['better', 'other', 'worse', 'same'] as const;
/** Why recognised speech is not trusted; `language`: it is not in the language that the recogniser knows. */
export const doubts = ['music', 'noise', 'unclear', 'language'] as const;
/**
 * Why something was not heard, read or seen. `left_out`: the collection does not ask for it; `no_words`: there are voices, and
 * no words were recognised; `outdated`: it was, and something better is there now.
 */
export const gapReasons = [
  'no_recogniser',
  'other_language',
  'not_trusted',
  'no_words',
  'no_audio',
  'no_speech',
  'damaged',
  'failed',
  'left_out',
  'not_processed',
  'outdated',
] as const;
/** The speech providers of this service. */
export const speechProviders = ['sidecar', 'subtitle-track', 'endpoint', 'sherpa-onnx', 'moonshine'] as const;
export const descriptionFormats = ['json', 'markdown'] as const;
const speechFormats = ['speech_srt', 'speech_vtt', 'speech_ass', 'speech_markdown', 'speech_text'] as const;
export const describeFormats = [...descriptionFormats, ...speechFormats] as const;

export const strategies = ['uniform', 'shot-detector', 'manual', 'narrative'] as const;
export const detectors = ['adaptive', 'content'] as const;
export const narrativeStrategies = ['comprehensive', 'balanced', 'transcript'] as const;
export const thumbnailTypes = ['segment', 'keyframe', 'file', 'frame'] as const;

export const boundaryPolicies = ['sentence', 'tight', 'loose'] as const;
export const speakerMatches = ['any', 'all'] as const;
export const cachePolicies = ['reuse', 'refresh'] as const;
export const findingKinds = ['absence', 'observation'] as const;
/** Who found the moments of a run: they were ranked, or a language model judged them. */
export const judges = ['ranking', 'language_model'] as const;

/** The pages of the service that can be opened by name. */
export const servicePages = ['collections', 'files', 'jobs', 'shares', 'webhooks'] as const;

export const visibilities = ['public', 'private'] as const;
export const linkPreviews = ['none', 'full', 'player'] as const;
/** What a tag, a share or a filter condition refers to. */
export const tagTypes = ['file', 'segment'] as const;
export const assetTypes = ['file', 'file_segment'] as const;

export const searchScopes = ['file', 'segment', 'face', 'moment'] as const;
/** Modalities that search tags: by meaning, or by exact words. */
export const tagModalities = ['tag_semantic', 'tag_lexical'] as const;
/**
 * Where a search looks. `doc_lexical` is the title and metadata of a file; the names in `modalities` are an
 * addition of this service.
 */
export const searchModalities = [
  'general_content',
  'speech_lexical',
  'ocr_lexical',
  ...tagModalities,
  'doc_lexical',
  ...modalities,
] as const;
export const searchGroupKeys = ['file'] as const;
export const searchSorts = ['score', 'item_count'] as const;
export const deepSearchScopes = ['segment', 'file'] as const;
export const deepSearchIncludes = ['search_queries'] as const;
export const chatRoles = ['system', 'user', 'assistant'] as const;

/** What an entry of the ledger is. */
export const entryKinds = ['opening', 'top_up', 'charge', 'refund'] as const;
export type EntryKind = OneOf<typeof entryKinds>;
