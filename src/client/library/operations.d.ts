/** Generated from the contract by `npm run docs`: every operation and what it takes and gives. */
import type { CallOptions, Pages, WaitOptions } from './vau.js';

export interface MomentCriterionAttachInput {
  criterion: MomentCriterionInput;
  /** Default: ["speech"] */
  signals_required?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** Default: "sentence" */
  boundary_policy?: "sentence" | "tight" | "loose" | undefined;
  speaker_filter?: SpeakerFilterInput | undefined;
  /** Default: 5 */
  min_duration_seconds?: number | undefined;
  /** Default: 300 */
  max_duration_seconds?: number | undefined;
}

export interface MomentCriterionInput {
  name: string;
  /** Complete rubric, with seed lists and worked examples */
  instructions: string;
  moment_schema?: MomentSchemaInput | undefined;
  finding_schema?: MomentSchemaInput | undefined;
  anchors?: Record<string, {
    /** Whether every moment must have it; default no */
    required?: boolean | undefined;
    description?: string | undefined;
  }> | undefined;
  scoring?: {
    key: string;
    min: number;
    max: number;
    higher_is_better?: boolean | undefined;
    description?: string | undefined;
  } | undefined;
}

/** A JSON Schema: an object of strings, numbers, integers, booleans or arrays of those */
export type MomentSchemaInput = Record<string, unknown>;

export interface SpeakerFilterInput {
  include?: string[] | undefined;
  exclude?: string[] | undefined;
  match?: "any" | "all" | undefined;
}

export interface MomentCriterionAttachment {
  attachment_id: string;
  criterion_name: string;
  criterion_hash: string;
  criterion?: MomentCriterion;
  options?: {
    signals_required?: string[];
    boundary_policy?: "sentence" | "tight" | "loose";
    speaker_filter?: SpeakerFilter;
    min_duration_seconds?: number;
    max_duration_seconds?: number;
  };
  backfill_status: "pending" | "processing" | "completed" | "completed_with_failures";
  files_total?: number;
  files_completed?: number;
  files_failed?: number;
  created_at?: number;
}

export interface MomentCriterion {
  name: string;
  /** Complete rubric, with seed lists and worked examples */
  instructions: string;
  moment_schema?: MomentSchema;
  finding_schema?: MomentSchema;
  anchors?: Record<string, {
    /** Whether every moment must have it; default no */
    required?: boolean;
    description?: string;
  }>;
  scoring?: {
    key: string;
    min: number;
    max: number;
    higher_is_better?: boolean;
    description?: string;
  };
}

/** A JSON Schema: an object of strings, numbers, integers, booleans or arrays of those */
export type MomentSchema = Record<string, unknown>;

export interface SpeakerFilter {
  include?: string[];
  exclude?: string[];
  match?: "any" | "all";
}

export interface Estimate {
  /** What new runs would cost, in credits */
  cost: number;
  /** New runs */
  runs: number;
  /** Files with an earlier run that is used again for free */
  reused: number;
  /** New runs over files that are not processed yet; each counts as one minute */
  unknown_length: number;
  /** The balance, in credits */
  balance: number;
  /** The balance without what was started and is not charged yet, in credits */
  available: number;
  /** Whether the account can pay for it */
  sufficient: boolean;
}

export interface Gap {
  /** Left out if it is about all modalities */
  modality?: "speech" | "visual_scene_description" | "scene_text" | "audio_description";
  reason: "no_recogniser" | "other_language" | "not_trusted" | "no_words" | "no_audio" | "no_speech" | "damaged" | "failed" | "left_out" | "not_processed" | "outdated";
  /** The same for people, as a sentence */
  text: string;
  /** Number of files that it is about; left out for a single file */
  files?: number;
  /** Number of files that were looked at */
  files_total?: number;
  /** Number of lines that are not trusted */
  lines?: number;
  /** Where it is, in a single file */
  spans?: {
    start_time: number;
    end_time: number;
  }[];
  /** The commands that change it, one after the other */
  next?: string[];
}

export interface CollectionMoment {
  moment_id: string;
  start_time: number;
  end_time: number;
  title: string;
  reason: string;
  rank_score: number;
  /** Named times in seconds; missing anchors are omitted */
  anchors?: Record<string, number>;
  speakers?: string[];
  /** Omitted if the criterion has no scoring */
  criterion_score?: {
    key: string;
    value: number;
    min: number;
    max: number;
  };
  /** The fields defined by the schema of the criterion; empty if it has none */
  properties: Record<string, unknown>;
  /** The signals that it was found in */
  evidence: {
    signals: string[];
    /** What it rests on; an addition of this service */
    quotes?: {
      signal: "speech" | "visual_scene_description" | "scene_text" | "audio_description";
      text: string;
      start_time: number;
      end_time: number;
      speaker?: string;
      /** Of what was recognised: how likely it is right */
      confidence?: number;
    }[];
  };
  /** ranking: found and ranked, not judged; language_model: judged. An addition of this service */
  judged_by?: "ranking" | "language_model";
  file_id: string;
  job_id: string;
  criterion_name: string;
}

export interface CollectionFinding {
  finding_id: string;
  kind: "absence" | "observation";
  /** The fields defined by the schema of the criterion; empty if it has none */
  properties: Record<string, unknown>;
  /** What is absent, or what was observed; an addition of this service */
  reason?: string;
  /** ranking: found and ranked, not judged; language_model: judged. An addition of this service */
  judged_by?: "ranking" | "language_model";
  file_id: string;
  job_id: string;
  criterion_name: string;
}

export interface FindMomentsRun {
  job_id: string;
  status: "pending" | "processing" | "completed" | "failed" | "cancelled";
  /** Unix time in milliseconds */
  created_at: number;
  url: string;
  /** The effective options */
  find_moments_config: {
    criterion_hash: string;
    /** Increases whenever the results of the engine may change */
    engine_version: number;
  };
  moments?: Moment[];
  findings?: Finding[];
  total_moments?: number;
  /** Credits charged, 0 if refunded; omitted until it is charged. An addition of this service */
  cost?: number;
  error?: string;
  /** ranking: found and ranked, not judged; language_model: judged. An addition of this service */
  judged_by?: "ranking" | "language_model";
  /** What to know about the moments as a whole; an addition of this service */
  notes?: string[];
}

export interface Moment {
  moment_id: string;
  start_time: number;
  end_time: number;
  title: string;
  reason: string;
  rank_score: number;
  /** Named times in seconds; missing anchors are omitted */
  anchors?: Record<string, number>;
  speakers?: string[];
  /** Omitted if the criterion has no scoring */
  criterion_score?: {
    key: string;
    value: number;
    min: number;
    max: number;
  };
  /** The fields defined by the schema of the criterion; empty if it has none */
  properties: Record<string, unknown>;
  /** The signals that it was found in */
  evidence: {
    signals: string[];
    /** What it rests on; an addition of this service */
    quotes?: {
      signal: "speech" | "visual_scene_description" | "scene_text" | "audio_description";
      text: string;
      start_time: number;
      end_time: number;
      speaker?: string;
      /** Of what was recognised: how likely it is right */
      confidence?: number;
    }[];
  };
  /** ranking: found and ranked, not judged; language_model: judged. An addition of this service */
  judged_by?: "ranking" | "language_model";
}

export interface Finding {
  finding_id: string;
  kind: "absence" | "observation";
  /** The fields defined by the schema of the criterion; empty if it has none */
  properties: Record<string, unknown>;
  /** What is absent, or what was observed; an addition of this service */
  reason?: string;
  /** ranking: found and ranked, not judged; language_model: judged. An addition of this service */
  judged_by?: "ranking" | "language_model";
}

export interface Share {
  id: string;
  object: "share";
  file_id: string;
  file_segment_id?: string;
  asset_type: "file" | "file_segment";
  title?: string;
  description?: string;
  metadata?: Record<string, unknown>;
  visibility: "public" | "private";
  link_preview: "none" | "full" | "player";
  /** Unix time in milliseconds */
  created_at: number;
  preview_url?: string;
  media_download_url?: string;
  media_download_expires_at?: number | null;
  share_url: string;
  /** HLS stream, present once stream processing has finished */
  stream_url?: string;
  status: "pending" | "processing" | "completed" | "failed";
  /** Why packaging failed; an addition of this service */
  error?: string;
}

export interface SegmentationConfigInput {
  strategy: "uniform" | "shot-detector" | "manual" | "narrative";
  uniform_config?: {
    /** Default: 20 */
    window_seconds?: number | undefined;
    /** Time between window starts; default window_seconds */
    hop_seconds?: number | undefined;
  } | undefined;
  shot_detector_config?: {
    /** Default: "adaptive" */
    detector?: "adaptive" | "content" | undefined;
    /** For detector content only; default 27 */
    threshold?: number | undefined;
    /** Default: 0.6 */
    min_seconds?: number | undefined;
    /** Default: 300 */
    max_seconds?: number | undefined;
    /** Default: true */
    fill_gaps?: boolean | undefined;
  } | undefined;
  manual_config?: {
    segments: {
      start_time: number;
      end_time: number;
    }[];
  } | undefined;
  narrative_config?: {
    prompt?: string | undefined;
    /** Default: "balanced" */
    strategy?: "comprehensive" | "balanced" | "transcript" | undefined;
    number_of_chapters?: number | undefined;
    min_chapters?: number | undefined;
    max_chapters?: number | undefined;
  } | undefined;
  keyframe_config?: {
    frames_per_segment?: number | undefined;
    max_width?: number | undefined;
  } | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
}

export interface ThumbnailsConfigInput {
  /** Whether each segment has a thumbnail */
  enable_segment_thumbnails: boolean;
}

export interface CollectionFile {
  collection_id: string;
  file_id: string;
  object: "collection_file";
  /** Unix time in milliseconds */
  added_at: number;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  searchable_status?: "pending" | "processing" | "completed" | "failed";
  file?: File;
  segmentation?: CollectionFileSegmentation;
  /** Why processing failed; an addition of this service */
  error?: string;
  /** Progress of the processing; an addition of this service */
  progress?: {
    /** Current stage */
    stage: string;
    done: number;
    total: number;
  };
  /** What was not heard, read or seen, and why; an addition of this service */
  gaps?: Gap[];
}

export interface File {
  id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  /** Identifies the file wherever a url is accepted */
  uri: string;
  bytes: number | null;
  /** Unix time in milliseconds */
  created_at: number;
  filename: string;
  metadata: Record<string, unknown> | null;
  media_type?: "video" | "audio" | "image";
  media_info?: MediaInfo;
  video_info?: VideoInfo;
  thumbnail_url?: string;
  source: "video" | "http" | "upload";
  source_metadata: SourceMetadata | null;
  /** How its speech is recognised, if that was changed; an addition of this service */
  hearing?: Hearing;
  /** Why processing failed, or why a file in place can no longer be read; an addition of this service */
  error?: string;
  /** SHA-256 of the content, in hexadecimal; an addition of this service */
  content_hash?: string;
  /** Where the service reads the file without a copy; an addition of this service */
  in_place?: {
    /** Absolute path on the service's machine */
    path: string;
  };
  /** What was not heard, read or seen, and why; an addition of this service */
  gaps?: Gap[];
}

/** Measured properties of the media; dimensions as displayed, in pixels */
export interface MediaInfo {
  duration_seconds?: number | null;
  width?: number | null;
  height?: number | null;
  sample_rate?: number | null;
  channels?: number | null;
  bitrate?: number | null;
  format?: string | null;
  has_audio?: boolean | null;
  /** Average frames per second, with three decimals; an addition of this service */
  frame_rate?: number | null;
  /** Timecode of the first frame, hh:mm:ss:ff, with ; before the frames if it is drop-frame; an addition of this service */
  timecode?: string | null;
}

export interface VideoInfo {
  duration_seconds?: number | null;
  height?: number | null;
  width?: number | null;
  format?: string | null;
  has_audio?: boolean | null;
}

export interface SourceMetadata {
  source_type?: string;
  connector_recording_id?: string;
  title?: string;
  start_datetime?: string;
  end_datetime?: string;
  duration_ms?: number;
  media_type?: "audio" | "transcript" | "video";
  upstream_source?: string;
  connector_url?: string;
  thumbnail_url?: string;
  tags?: string[];
  teams?: {
    id?: string;
    name?: string;
  }[];
  meeting_type?: {
    id?: string;
    name?: string;
    scope?: string;
  };
  participants?: {
    id?: string;
    name?: string;
    email?: string;
    scope?: "internal" | "external" | "unknown";
    confirmed_attendee?: boolean;
    crm_contact_id?: string;
  }[];
  highlights?: Record<string, unknown>[];
  ai_summary?: {
    text?: string;
  };
  ai_action_items?: {
    status?: "pending" | "completed";
    timestamp_ms?: number;
    text?: string;
    assignee?: {
      id?: string;
      name?: string;
      user_id?: string;
    };
  }[];
  ai_template_sections?: Record<string, unknown>[];
  calendar_event?: {
    ical_uid?: string;
  };
  crm?: {
    crm_company_ids?: string[];
    crm_deal_ids?: string[];
  };
}

/** How speech is recognised; an addition of this service */
export interface Hearing {
  /** True if a transcript corrected by hand replaces the recognised one */
  corrected: boolean;
  /** The only speech provider used for this file */
  provider?: "sidecar" | "subtitle-track" | "endpoint" | "sherpa-onnx" | "moonshine";
  /** Language of the audio track to use; default: the default track; an addition of this service */
  audio_language?: string;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[];
  /** Names of speakers by their label */
  speakers?: Record<string, string>;
}

export interface CollectionFileSegmentation {
  id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  file_id: string;
  segmentation_config: SegmentationConfig;
}

export interface SegmentationConfig {
  strategy: "uniform" | "shot-detector" | "manual" | "narrative";
  uniform_config?: {
    window_seconds: number;
    /** Time between window starts; default window_seconds */
    hop_seconds?: number;
  };
  shot_detector_config?: {
    detector: "adaptive" | "content";
    /** For detector content only; default 27 */
    threshold?: number;
    min_seconds: number;
    max_seconds: number;
    fill_gaps: boolean;
  };
  manual_config?: {
    segments: {
      start_time: number;
      end_time: number;
    }[];
  };
  narrative_config?: {
    prompt?: string;
    strategy: "comprehensive" | "balanced" | "transcript";
    number_of_chapters?: number;
    min_chapters?: number;
    max_chapters?: number;
  };
  keyframe_config?: {
    frames_per_segment?: number;
    max_width?: number;
  };
  start_time_seconds?: number;
  end_time_seconds?: number;
}

export interface FilterInput {
  metadata?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string | undefined;
    valueTextArray?: string[] | undefined;
    scope?: "file" | "segment" | undefined;
  }[] | undefined;
  video_info?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string | undefined;
    valueTextArray?: string[] | undefined;
    scope?: "file" | "segment" | undefined;
  }[] | undefined;
  file?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string | undefined;
    valueTextArray?: string[] | undefined;
  }[] | undefined;
  source_metadata?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string | undefined;
    valueTextArray?: string[] | undefined;
  }[] | undefined;
}

export interface MediaDescription {
  collection_id: string;
  file_id: string;
  /** The whole description as text, when response_format is not json */
  content?: string;
  title?: string;
  summary?: string;
  segment_summary?: {
    title?: string;
    summary: string;
    start_time: number;
    end_time: number;
  }[];
  speech?: SpokenPart[];
  visual_scene_description?: DescribedPart[];
  scene_text?: DescribedPart[];
  audio_description?: DescribedPart[];
  /** The provider of each modality; an addition of this service */
  providers?: Record<string, string>;
  /** The language of speech and scene_text (ISO 639-1), recognised from their words; und if it is unclear; an addition of this service */
  languages?: Record<string, string>;
  chapters?: {
    index: number;
    start_time: number;
    end_time: number;
    /** A title of the media, an on-screen heading or a quote; an addition of this service */
    title?: string;
    description: string;
  }[];
  shots?: {
    index: number;
    start_time: number;
    end_time: number;
  }[];
  total_chapters?: number;
  total_shots?: number;
  duration_seconds?: number;
  /** With include_metadata */
  file?: File;
}

export interface SpokenPart {
  speaker?: string;
  text: string;
  start_time: number;
  end_time: number;
  /** Same as start_time; an addition of this service */
  start?: number;
  /** Same as end_time; an addition of this service */
  end?: number;
  words?: {
    word: string;
    start_time: number;
    end_time: number;
    /** Same as start_time; an addition of this service */
    start?: number;
    /** Same as end_time; an addition of this service */
    end?: number;
    /** What was heard, where a name of the vocabulary replaced it; an addition of this service */
    heard?: string;
  }[];
  /** Names and terms of the vocabulary in the place of what was heard; an addition of this service */
  corrections?: {
    text: string;
    heard: string;
    start_time: number;
    end_time: number;
  }[];
  /** Probability that at most a fifth of the words are wrong, if the recogniser tells; an addition of this service */
  confidence?: number;
  /** False for what is shown only with include_untrusted; an addition of this service */
  trusted?: boolean;
  /** Why it is not trusted; an addition of this service */
  doubt?: "music" | "noise" | "unclear" | "language";
}

export interface DescribedPart {
  text: string;
  start_time: number;
  end_time: number;
  /** Same as start_time; an addition of this service */
  start?: number;
  /** Same as end_time; an addition of this service */
  end?: number;
}

export interface MediaDescriptionItem {
  file_id: string;
  /** Unix time in milliseconds */
  added_at: number;
  object: "collection_file";
  data: Description;
  duration_seconds?: number;
  /** With include_metadata */
  file?: File;
}

export interface Description {
  /** The whole description as text, when response_format is not json */
  content?: string;
  title?: string;
  summary?: string;
  segment_summary?: {
    title?: string;
    summary: string;
    start_time: number;
    end_time: number;
  }[];
  speech?: SpokenPart[];
  visual_scene_description?: DescribedPart[];
  scene_text?: DescribedPart[];
  audio_description?: DescribedPart[];
  /** The provider of each modality; an addition of this service */
  providers?: Record<string, string>;
  /** The language of speech and scene_text (ISO 639-1), recognised from their words; und if it is unclear; an addition of this service */
  languages?: Record<string, string>;
}

export interface RichTranscriptItem {
  file_id: string;
  data: Description;
  duration_seconds?: number;
  /** With include_metadata */
  file?: File;
}

export interface EntitiesItem {
  file_id: string;
  data: {
    /** The result as text, when response_format is markdown */
    content?: string;
    entities: Record<string, unknown>;
    segment_entities?: {
      start_time: number;
      end_time: number;
      entities: Record<string, unknown>;
      thumbnail_url?: string;
      /** Evidence of each value; an addition of this service */
      evidence?: {
        /** Path of the value: people[0].name */
        path: string;
        /** The words that contain it, as spoken, shown or written */
        quote: string;
        source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
        start_time?: number;
        end_time?: number;
        /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
        confidence?: number;
        /** The value in a machine-readable form */
        value?: string | number;
      }[];
      /** What could not be extracted, and why; an addition of this service */
      warnings?: string[];
    }[];
    /** Evidence of each value; an addition of this service */
    evidence?: {
      /** Path of the value: people[0].name */
      path: string;
      /** The words that contain it, as spoken, shown or written */
      quote: string;
      source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
      start_time?: number;
      end_time?: number;
      /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
      confidence?: number;
      /** The value in a machine-readable form */
      value?: string | number;
    }[];
    /** What could not be extracted, and why; an addition of this service */
    warnings?: string[];
    /** The providers of the entities and of their input; an addition of this service */
    providers?: Record<string, string>;
  };
  /** With include_metadata */
  file?: File;
}

export interface FileEntities {
  collection_id: string;
  file_id: string;
  thumbnail_url?: string;
  entities: Record<string, unknown>;
  segment_entities: {
    start_time: number;
    end_time: number;
    entities: Record<string, unknown>;
    thumbnail_url?: string;
    /** Evidence of each value; an addition of this service */
    evidence?: {
      /** Path of the value: people[0].name */
      path: string;
      /** The words that contain it, as spoken, shown or written */
      quote: string;
      source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
      start_time?: number;
      end_time?: number;
      /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
      confidence?: number;
      /** The value in a machine-readable form */
      value?: string | number;
    }[];
    /** What could not be extracted, and why; an addition of this service */
    warnings?: string[];
  }[];
  /** Number of segments with entities */
  total: number;
  limit: number;
  offset: number;
  /** What was not heard, read or seen, and why; an addition of this service */
  gaps?: Gap[];
  chapters?: {
    index: number;
    start_time: number;
    end_time: number;
    /** A title of the media, an on-screen heading or a quote; an addition of this service */
    title?: string;
    description: string;
  }[];
  shots?: {
    index: number;
    start_time: number;
    end_time: number;
  }[];
  total_chapters?: number;
  total_shots?: number;
  /** Evidence of each value; an addition of this service */
  evidence?: {
    /** Path of the value: people[0].name */
    path: string;
    /** The words that contain it, as spoken, shown or written */
    quote: string;
    source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
    start_time?: number;
    end_time?: number;
    /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
    confidence?: number;
    /** The value in a machine-readable form */
    value?: string | number;
  }[];
  /** What could not be extracted, and why; an addition of this service */
  warnings?: string[];
  /** The providers of the entities and of their input; an addition of this service */
  providers?: Record<string, string>;
}

export interface FileFaces {
  collection_id: string;
  file_id: string;
  faces: {
    id: string;
    face_bounding_box: BoundingBox;
    frame_id: string;
    timestamp: number;
    thumbnail_url?: string;
    /** The same for one face in neighbouring frames; an addition of this service */
    track_id?: string;
  }[];
  total: number;
  limit: number;
  offset: number;
}

/** Edges as fractions of the picture, 0 to 1 */
export interface BoundingBox {
  height: number;
  width: number;
  top: number;
  left: number;
}

export interface DeepSearch {
  id: string;
  object: "deep_search";
  status: "in_progress" | "completed" | "failed" | "cancelled";
  /** Unix time in milliseconds */
  created_at: number;
  query: string;
  scope: "segment" | "file" | null;
  text?: string | null;
  results?: SearchResult[] | null;
  /** Number of results found, at most 1,000. It counts equal quotes once among the shown results, and every segment beyond them */
  total?: number;
  limit: number;
  search_queries?: SearchQueryPlan[] | null;
  usage?: {
    input_tokens: number;
    output_tokens: number;
    total_tokens: number;
    search_calls: number;
  };
  error?: {
    message: string;
    type: string;
    code: string;
  } | null;
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
}

export interface SearchResult {
  type: "segment" | "file";
  id: string;
  file_id: string;
  collection_id?: string;
  score: number;
  context?: string;
  /** How likely the words of context are right, 0 to 1, where they were recognised; an addition of this service */
  confidence?: number;
  segment_id?: string;
  start_time?: number;
  end_time?: number;
  title?: string;
  filename?: string;
  thumbnail_url?: string;
  /** Plays the file in a browser, for an hour or two, to anyone who has it; an addition of this service */
  media_url?: string;
  metadata?: Record<string, unknown>;
  summary?: string;
  generated_title?: string;
  /** A frame that shows what the query says; an addition of this service */
  picture?: {
    /** Seconds from the start of the file; 0 for an image */
    time: number;
    /** The model that compared it with the query */
    model: string;
    /** 0.5 to 1: how much better the query fits it than any neutral text does; not a probability. With source_image, 0 to 1: the cosine of both */
    score: number;
  };
}

export interface SearchQueryPlan {
  query: string;
  search_modalities: string[];
  scope: string;
  filter?: Filter;
  result_count: number;
}

export interface Filter {
  metadata?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string;
    valueTextArray?: string[];
    scope?: "file" | "segment";
  }[];
  video_info?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string;
    valueTextArray?: string[];
    scope?: "file" | "segment";
  }[];
  file?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string;
    valueTextArray?: string[];
  }[];
  source_metadata?: {
    path: string;
    operator: "Equal" | "NotEqual" | "LessThan" | "GreaterThan" | "Like" | "In" | "ContainsAny" | "ContainsAll";
    valueText?: string;
    valueTextArray?: string[];
  }[];
}

export interface Search {
  id: string;
  object: "search";
  /** Unix time in milliseconds */
  created_at: number;
  query?: string;
  scope: "file" | "segment" | "face" | "moment";
  group_by_key?: "file";
  results: (FoundItem | FoundFace | FoundMoment | SegmentGroup | FaceGroup | MomentGroup)[];
  /** Number of stored results: at most the limit of the search */
  total: number;
  limit: number;
  offset?: number;
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
}

export interface FoundItem {
  type: "segment" | "file";
  id: string;
  file_id: string;
  collection_id?: string;
  score: number;
  context?: string;
  /** How likely the words of context are right, 0 to 1, where they were recognised; an addition of this service */
  confidence?: number;
  segment_id?: string;
  start_time?: number;
  end_time?: number;
  title?: string;
  filename?: string;
  thumbnail_url?: string;
  /** Plays the file in a browser, for an hour or two, to anyone who has it; an addition of this service */
  media_url?: string;
  metadata?: Record<string, unknown>;
  summary?: string;
  generated_title?: string;
  /** A frame that shows what the query says; an addition of this service */
  picture?: {
    /** Seconds from the start of the file; 0 for an image */
    time: number;
    /** The model that compared it with the query */
    model: string;
    /** 0.5 to 1: how much better the query fits it than any neutral text does; not a probability. With source_image, 0 to 1: the cosine of both */
    score: number;
  };
  speech?: SpokenPart[];
  scene_text?: DescribedPart[];
  visual_description?: DescribedPart[];
  keyframes?: {
    time: number;
    thumbnail_url: string;
  }[];
  /** The tag that matched */
  tag?: {
    id: string;
    label: string;
    value: string;
  };
}

export interface FoundFace {
  type: "face";
  id: string;
  file_id: string;
  collection_id: string;
  face_id: string;
  frame_id: string;
  /** 0 to 1; the same person scores 0.5 or more */
  score: number;
  timestamp: number;
  face_bounding_box: BoundingBox;
  thumbnail_url?: string;
}

export interface FoundMoment {
  moment_id: string;
  start_time: number;
  end_time: number;
  title: string;
  reason: string;
  rank_score: number;
  /** Named times in seconds; missing anchors are omitted */
  anchors?: Record<string, number>;
  speakers?: string[];
  /** Omitted if the criterion has no scoring */
  criterion_score?: {
    key: string;
    value: number;
    min: number;
    max: number;
  };
  /** The fields defined by the schema of the criterion; empty if it has none */
  properties: Record<string, unknown>;
  /** The signals that it was found in */
  evidence: {
    signals: string[];
    /** What it rests on; an addition of this service */
    quotes?: {
      signal: "speech" | "visual_scene_description" | "scene_text" | "audio_description";
      text: string;
      start_time: number;
      end_time: number;
      speaker?: string;
      /** Of what was recognised: how likely it is right */
      confidence?: number;
    }[];
  };
  /** ranking: found and ranked, not judged; language_model: judged. An addition of this service */
  judged_by?: "ranking" | "language_model";
  type: "moment";
  id: string;
  file_id: string;
  collection_id: string;
  /** 0 to 1: the share of the query that the moment has */
  score: number;
  /** The same, by the name that clients of this interface family read */
  search_score: number;
  /** The quotes that the moment rests on */
  context: string;
  filename: string;
  /** Plays the file in a browser, for an hour or two, to anyone who has it; an addition of this service */
  media_url?: string;
  criterion_name: string;
  job_id: string;
}

export interface SegmentGroup {
  type: "segment_group";
  file_id: string;
  item_count: number;
  best_score: number;
  matched_items: FoundItem[];
}

export interface FaceGroup {
  type: "face_group";
  file_id: string;
  item_count: number;
  best_score: number;
  matched_items: FoundFace[];
}

export interface MomentGroup {
  type: "moment_group";
  file_id: string;
  item_count: number;
  best_score: number;
  matched_items: FoundMoment[];
}

export interface QueryResult {
  /** The statement that was run */
  sql: string;
  /** The language model that wrote it */
  model?: string;
  columns: {
    /** Unique: a second column of the same name gets _2 behind it */
    name: string;
    type: "text" | "integer" | "number" | "boolean" | "time" | "json";
  }[];
  /** The rows; a missing value is null */
  data: Record<string, unknown>[];
  /** Number of rows */
  total: number;
}

export interface ChatCompletion {
  id: string;
  /** Unix time in milliseconds */
  created_at: number;
  object: "chat.completion";
  /** The model that answered; quotes for an answer in quotes */
  model: string;
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
  };
  choices: {
    index: number;
    message: {
      role: "system" | "user" | "assistant";
      content: string;
      name?: string;
    };
    citations?: Citation[];
  }[];
  payload: {
    messages: {
      role: "system" | "user" | "assistant";
      content: string;
      name?: string;
    }[];
    temperature?: number;
    filter?: Filter;
    collections: string[];
  };
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
}

export interface Citation {
  collection_id?: string;
  file_id: string;
  /** An addition of this service */
  filename?: string;
  segment_id?: string;
  start_time?: number;
  end_time?: number;
  text?: string;
  context?: string;
  relevant_sources?: {
    text: string;
  }[];
  speech?: SpokenPart[];
  visual_scene_description?: DescribedPart[];
  scene_text?: DescribedPart[];
  audio_description?: DescribedPart[];
}

export interface ChatCompletionItem {
  id: string;
  /** Unix time in milliseconds */
  created_at: number;
  object: "chat.completion";
  /** The model that answered; quotes for an answer in quotes */
  model: string;
  usage: {
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
  };
  choices: {
    index: number;
    message: {
      role: "system" | "user" | "assistant";
      content: string;
      name?: string;
    };
  }[];
  payload: {
    messages: {
      role: "system" | "user" | "assistant";
      content: string;
      name?: string;
    }[];
    temperature?: number;
    filter?: Filter;
    collections: string[];
  };
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
}

export interface Redone {
  modality: "speech" | "visual_scene_description" | "scene_text" | "audio_description" | "faces" | "chapters" | "meaning" | "pictures";
  /** Files of which it is made again */
  file_count: number;
  /** Collection files that are made again from them */
  collection_file_count: number;
}

export interface Redo {
  redo_id: string;
  collection_id: string;
  status: "pending" | "processing" | "completed" | "completed_with_failures" | "failed";
  /** What is made again */
  modalities: ("speech" | "visual_scene_description" | "scene_text" | "audio_description" | "faces" | "chapters" | "meaning" | "pictures")[];
  /** Files with something to make again */
  files_total: number;
  /** Files that were made again, with everything made from them */
  files_completed: number;
  /** Files that failed, or kept an earlier result */
  files_failed: number;
  /** How long it was expected to take; left out if it was not known */
  estimated_seconds?: number;
  /** Why it failed */
  error?: string;
  /** Unix time in milliseconds */
  created_at: number;
}

export interface RedoEstimate {
  collection_id: string;
  /** Files with something to make again */
  files: number;
  /** How long that takes with the workers of this service, about; left out if it is not known */
  seconds?: number;
  /** Runs of moment criteria over files with other speech, which may start again and are charged */
  runs: number;
  /** What these cost at most, in credits; a redo itself is free */
  cost: number;
  /** Without those that nothing makes on this service */
  modalities: RedoPart[];
}

export interface RedoPart {
  modality: "speech" | "visual_scene_description" | "scene_text" | "audio_description" | "faces" | "chapters" | "meaning" | "pictures";
  /** What makes the results now */
  made_by: string;
  /** Files whose results are made again */
  files: number;
  /** Their length in seconds */
  media_seconds: number;
  /** How long that takes; left out if nothing is known about it */
  seconds?: number;
  /** True if that is by earlier work of this service; otherwise by typical values */
  measured: boolean;
  replaces: RedoReplaced[];
}

export interface RedoReplaced {
  /** What made the earlier results */
  made_by: string;
  change: "better" | "other" | "worse" | "same";
  files: number;
  /** True if they stay, because they would become worse */
  stays: boolean;
}

export interface Clip {
  object: "clip";
  file_id: string;
  filename: string;
  media_type: "video" | "audio";
  /** Second of the file that is the first of the clip */
  start_time: number;
  end_time: number;
  /** The clip as an MP4 that begins and ends with these frames, for an hour or two, to anyone who has the address. It is cut when it is first read */
  url: string;
  /** What is said in it, with the times of words where they are known */
  speech: SpokenPart[];
}

export interface FrameExtractionConfigInput {
  strategy: "uniform";
  uniform_config?: {
    /** Default: 1 */
    frames_per_second?: number | undefined;
    /** Default: 1024 */
    max_width?: number | undefined;
  } | undefined;
  thumbnails_config?: FrameThumbnailsConfigInput | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
}

export interface FrameThumbnailsConfigInput {
  enable_frame_thumbnails?: boolean | undefined;
  enable_segment_thumbnails?: boolean | undefined;
}

export interface FaceMatch {
  face_match_id: string;
  status: "pending" | "processing" | "completed" | "failed";
  /** Unix time in milliseconds */
  created_at: number;
  frame_extraction_id?: string;
  file_id?: string;
  face_detection_id?: string;
  source_face_bounding_box: BoundingBox | null;
  /** Present only when status is completed */
  data?: {
    object: "list";
    total: number;
    limit: number;
    offset: number;
    faces_matches: {
      id: string;
      face_bounding_box: BoundingBox;
      frame_id: string;
      timestamp: number;
      thumbnail_url?: string;
      /** The same for one face in neighbouring frames; an addition of this service */
      track_id?: string;
      similarity: number;
    }[];
  };
  error?: string;
}

export interface FaceDetection {
  face_detection_id: string;
  status: "pending" | "processing" | "completed" | "failed";
  /** Unix time in milliseconds */
  created_at: number;
  frame_extraction_id?: string;
  file_id?: string;
  /** Present only when status is completed */
  data?: {
    object: "list";
    total: number;
    limit: number;
    offset: number;
    faces: {
      id: string;
      face_bounding_box: BoundingBox;
      frame_id: string;
      timestamp: number;
      thumbnail_url?: string;
      /** The same for one face in neighbouring frames; an addition of this service */
      track_id?: string;
    }[];
  };
  error?: string;
}

export interface ExtractJob {
  job_id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  url: string;
  /** Unix time in milliseconds */
  created_at: number;
  extract_config: ExtractConfig;
  segmentation_id?: string;
  data?: {
    entities?: Record<string, unknown>;
    segment_entities?: {
      start_time: number;
      end_time: number;
      entities: Record<string, unknown>;
      thumbnail_url?: string;
      /** Evidence of each value; an addition of this service */
      evidence?: {
        /** Path of the value: people[0].name */
        path: string;
        /** The words that contain it, as spoken, shown or written */
        quote: string;
        source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
        start_time?: number;
        end_time?: number;
        /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
        confidence?: number;
        /** The value in a machine-readable form */
        value?: string | number;
      }[];
      /** What could not be extracted, and why; an addition of this service */
      warnings?: string[];
    }[];
    thumbnail_url?: string;
    /** Evidence of each value; an addition of this service */
    evidence?: {
      /** Path of the value: people[0].name */
      path: string;
      /** The words that contain it, as spoken, shown or written */
      quote: string;
      source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
      start_time?: number;
      end_time?: number;
      /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
      confidence?: number;
      /** The value in a machine-readable form */
      value?: string | number;
    }[];
    /** What could not be extracted, and why; an addition of this service */
    warnings?: string[];
    /** The providers of the entities and of their input; an addition of this service */
    providers?: Record<string, string>;
  };
  total?: number;
  limit?: number;
  offset?: number;
  error?: string;
  /** What was not heard, read or seen, and why; an addition of this service */
  gaps?: Gap[];
  chapters?: {
    index: number;
    start_time: number;
    end_time: number;
    /** A title of the media, an on-screen heading or a quote; an addition of this service */
    title?: string;
    description: string;
  }[];
  shots?: {
    index: number;
    start_time: number;
    end_time: number;
  }[];
  total_chapters?: number;
  total_shots?: number;
}

export interface ExtractConfig {
  /** Prompt that says what to extract */
  prompt?: string;
  /** Schema of the result: a JSON Schema of an object, or an example ({"name": "string"}) */
  schema?: Record<string, unknown>;
  /** Extract entities of the whole file; default no */
  enable_video_level_entities?: boolean;
  /** Extract entities of each segment; default yes */
  enable_segment_level_entities?: boolean;
  /** Use speech only; default no */
  enable_transcript_mode?: boolean;
  /** Also use the file's metadata; default no */
  enable_metadata_mode?: boolean;
}

export interface DescribeJob {
  job_id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  url: string;
  /** Unix time in milliseconds */
  created_at: number;
  describe_config?: DescribeConfig;
  segmentation_id?: string;
  data?: Description;
  chapters?: {
    index: number;
    start_time: number;
    end_time: number;
    /** A title of the media, an on-screen heading or a quote; an addition of this service */
    title?: string;
    description: string;
  }[];
  shots?: {
    index: number;
    start_time: number;
    end_time: number;
  }[];
  total_chapters?: number;
  total_shots?: number;
  duration_seconds?: number;
  /** With include_metadata */
  file?: File;
  error?: string;
}

export interface DescribeConfig {
  enable_summary?: boolean;
  enable_speech?: boolean;
  enable_scene_text?: boolean;
  enable_visual_scene_description?: boolean;
  enable_audio_description?: boolean;
}

export interface TranscribeJob {
  job_id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  url: string;
  /** Unix time in milliseconds */
  created_at: number;
  data?: Description;
  /** With include_metadata */
  file?: File;
  error?: string;
  transcribe_config: DescribeConfig;
}

export interface DescribeConfigInput {
  enable_summary?: boolean | undefined;
  enable_speech?: boolean | undefined;
  enable_scene_text?: boolean | undefined;
  enable_visual_scene_description?: boolean | undefined;
  enable_audio_description?: boolean | undefined;
}

export interface ExtractConfigInput {
  /** Prompt that says what to extract */
  prompt?: string | undefined;
  /** Schema of the result: a JSON Schema of an object, or an example ({"name": "string"}) */
  schema?: Record<string, unknown> | undefined;
  /** Extract entities of the whole file; default no */
  enable_video_level_entities?: boolean | undefined;
  /** Extract entities of each segment; default yes */
  enable_segment_level_entities?: boolean | undefined;
  /** Use speech only; default no */
  enable_transcript_mode?: boolean | undefined;
  /** Also use the file's metadata; default no */
  enable_metadata_mode?: boolean | undefined;
}

export interface FaceDetectionConfigInput {
  frame_extraction_config?: FrameExtractionConfigInput | undefined;
  thumbnails_config?: FrameThumbnailsConfigInput | undefined;
}

export interface Collection {
  id: string;
  object: "collection";
  name: string;
  description: string | null;
  collection_type: "media-descriptions" | "entities" | "rich-transcripts" | "face-analysis" | "metadata" | "moments";
  default_segmentation_config?: SegmentationConfig;
  default_thumbnails_config?: ThumbnailsConfig;
  describe_config?: DescribeConfig;
  transcribe_config?: DescribeConfig;
  extract_config?: ExtractConfig;
  face_detection_config?: FaceDetectionConfig;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[];
  moments_config?: {
    criteria: MomentCriterionAttachment[];
  };
  /** Unix time in milliseconds */
  created_at: number;
  file_count: number;
  /** What was not heard, read or seen, and why; an addition of this service */
  gaps?: Gap[];
}

export interface ThumbnailsConfig {
  /** Whether each segment has a thumbnail */
  enable_segment_thumbnails: boolean;
}

export interface FaceDetectionConfig {
  frame_extraction_config?: FrameExtractionConfig;
  thumbnails_config?: FrameThumbnailsConfig;
}

export interface FrameExtractionConfig {
  strategy: "uniform";
  uniform_config?: {
    frames_per_second: number;
    max_width: number;
  };
  thumbnails_config?: FrameThumbnailsConfig;
  start_time_seconds?: number;
  end_time_seconds?: number;
}

export interface FrameThumbnailsConfig {
  enable_frame_thumbnails?: boolean;
  enable_segment_thumbnails?: boolean;
}

export interface FrameExtraction {
  frame_extraction_id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  /** Unix time in milliseconds */
  created_at: number;
  file_id: string;
  frame_extraction_config: FrameExtractionConfig;
  frame_count?: number;
  data?: {
    object: "list";
    total: number;
    limit: number;
    offset: number;
    frames: Frame[];
  };
  error?: string;
}

export interface Frame {
  id: string;
  timestamp: number;
  thumbnail_url?: string;
}

export interface Tag {
  id: string;
  label: string;
  value: string;
  type: "file" | "segment";
  file_id: string;
  segment_id?: string;
}

export interface Webhook {
  id: string;
  object: "webhook";
  /** Unix time in milliseconds */
  created_at: number;
  /** Secret to verify deliveries, by Standard Webhooks */
  webhook_secret: string;
  /** URL of deliveries; omitted if there is none */
  endpoint?: string;
  active: boolean;
  subscribed_events: ("describe.job.processing" | "describe.job.completed" | "describe.job.failed" | "extract.job.processing" | "extract.job.completed" | "extract.job.failed" | "file.job.processing" | "file.job.completed" | "file.job.failed" | "file.job.deleted" | "collection.file.job.processing" | "collection.file.job.completed" | "collection.file.job.failed" | "collection.file.job.deleted" | "segment.job.processing" | "segment.job.completed" | "segment.job.failed" | "find_moments.job.processing" | "find_moments.job.completed" | "find_moments.job.failed")[];
  description?: string;
  /** Until then (Unix ms) the secret before the last rotation signs deliveries too */
  previous_secret_expires_at?: number;
  /** When the attempts began to fail (Unix ms); omitted while they succeed */
  failing_since?: number;
  /** Why the service stopped the deliveries; activate the webhook to resume them */
  disabled_reason?: string;
}

export interface WebhookDelivery {
  id: string;
  object: "webhook_delivery";
  webhook_id: string;
  /** Value of the header webhook-id; the same in every attempt */
  event_id: string;
  event_type: "describe.job.processing" | "describe.job.completed" | "describe.job.failed" | "extract.job.processing" | "extract.job.completed" | "extract.job.failed" | "file.job.processing" | "file.job.completed" | "file.job.failed" | "file.job.deleted" | "collection.file.job.processing" | "collection.file.job.completed" | "collection.file.job.failed" | "collection.file.job.deleted" | "segment.job.processing" | "segment.job.completed" | "segment.job.failed" | "find_moments.job.processing" | "find_moments.job.completed" | "find_moments.job.failed";
  status: "pending" | "delivered" | "failed";
  /** Unix time in milliseconds */
  created_at: number;
  /** Omitted while an earlier event about the same resource is pending, and after the last attempt */
  next_attempt_at?: number;
  /** Unix time in milliseconds */
  ended_at?: number;
  attempts: {
    /** 1 for the first */
    number: number;
    /** Unix time in milliseconds */
    started_at: number;
    /** Omitted while it runs, and if the service stopped meanwhile */
    duration_ms?: number;
    /** Status of the response; omitted if none came */
    status_code?: number;
    /** Why it failed */
    error?: string;
    /** The first 20,000 bytes of the response body; omitted in lists */
    answer?: string;
  }[];
  /** Payload of the event; omitted in lists */
  payload?: Record<string, unknown>;
}

export interface SegmentationBodyInput {
  strategy: "uniform" | "shot-detector" | "manual" | "narrative";
  uniform_config?: {
    /** Default: 20 */
    window_seconds?: number | undefined;
    /** Time between window starts; default window_seconds */
    hop_seconds?: number | undefined;
  } | undefined;
  shot_detector_config?: {
    /** Default: "adaptive" */
    detector?: "adaptive" | "content" | undefined;
    /** For detector content only; default 27 */
    threshold?: number | undefined;
    /** Default: 0.6 */
    min_seconds?: number | undefined;
    /** Default: 300 */
    max_seconds?: number | undefined;
    /** Default: true */
    fill_gaps?: boolean | undefined;
  } | undefined;
  manual_config?: {
    segments: {
      start_time: number;
      end_time: number;
    }[];
  } | undefined;
  narrative_config?: {
    prompt?: string | undefined;
    /** Default: "balanced" */
    strategy?: "comprehensive" | "balanced" | "transcript" | undefined;
    number_of_chapters?: number | undefined;
    min_chapters?: number | undefined;
    max_chapters?: number | undefined;
  } | undefined;
  keyframe_config?: {
    frames_per_segment?: number | undefined;
    max_width?: number | undefined;
  } | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  thumbnails_config?: ThumbnailsConfigInput | undefined;
}

export interface Segmentation {
  segmentation_id: string;
  status: "pending" | "processing" | "completed" | "failed" | "not_applicable";
  file_id: string;
  segmentation_config: SegmentationConfig;
  thumbnails_config: ThumbnailsConfig;
  /** Unix time in milliseconds */
  created_at: number;
  /** Omitted until processing has finished */
  total_segments?: number;
  /** With strategy shot-detector */
  total_shots?: number;
  /** With strategy narrative */
  total_chapters?: number;
  data?: {
    object: "list";
    segments: {
      id: string;
      start_time: number;
      end_time: number;
      thumbnail_url?: string;
    }[];
    /** The same page, with strategy shot-detector */
    shots?: {
      index: number;
      start_time: number;
      end_time: number;
      description?: string;
    }[];
    /** The same page, with strategy narrative */
    chapters?: {
      index: number;
      start_time: number;
      end_time: number;
      /** A title of the media, an on-screen heading or a quote; an addition of this service */
      title?: string;
      description: string;
    }[];
    total: number;
    limit: number;
    offset: number;
  };
  /** Why it failed or does not apply; an addition of this service */
  error?: string;
  /** What could not be used when it was created; an addition of this service */
  note?: string;
}

export interface Segment {
  id: string;
  file_id: string;
  start_time: number;
  end_time: number;
  thumbnail_url?: string;
  metadata?: Record<string, unknown>;
  segmentation_id: string;
}

export interface Thumbnail {
  id: string;
  url: string;
  time: number;
  segmentation_id?: string;
  segment_id?: string;
  type: "segment" | "keyframe" | "file" | "frame";
}

export interface Balance {
  /** The sum of the ledger, in credits */
  balance: number;
  /** What work that was started, and not charged yet, is expected to cost, in credits */
  committed: number;
  /** What is left for new work, in credits */
  available: number;
  /** Whether the credits are notional: nobody is billed for them */
  notional: boolean;
}

export interface LedgerEntry {
  entry_id: string;
  /** Unix time in milliseconds */
  created_at: number;
  kind: "opening" | "top_up" | "charge" | "refund";
  /** What it is for, as the rate card calls it */
  operation: string;
  /** ID of the resource that it is for */
  resource?: string;
  reason: string;
  /** Negative for a charge, in credits */
  amount: number;
}

export interface Rate {
  operation: string;
  /** What is counted */
  unit: string;
  /** Price of a unit, in credits */
  credits: number;
  about: string;
}

export interface PageLink {
  object: "page_link";
  /** Opens the page, signed in as the account of the token; works once */
  url: string;
  /** Unix time in milliseconds */
  expires_at: number;
}

export interface MomentCriteriaAttachInput {
  /** The moments collection */
  collection_id: string;
  /** Refuse with 402, and start nothing, if it would cost more credits. An addition of this service */
  cost_limit?: number | undefined;
  criterion: MomentCriterionInput;
  /** Default: ["speech"] */
  signals_required?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** Default: "sentence" */
  boundary_policy?: "sentence" | "tight" | "loose" | undefined;
  speaker_filter?: SpeakerFilterInput | undefined;
  /** Default: 5 */
  min_duration_seconds?: number | undefined;
  /** Default: 300 */
  max_duration_seconds?: number | undefined;
}

export interface MomentCriteriaEstimateInput {
  /** The moments collection */
  collection_id: string;
  criterion: MomentCriterionInput;
  /** Default: ["speech"] */
  signals_required?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** Default: "sentence" */
  boundary_policy?: "sentence" | "tight" | "loose" | undefined;
  speaker_filter?: SpeakerFilterInput | undefined;
  /** Default: 5 */
  min_duration_seconds?: number | undefined;
  /** Default: 300 */
  max_duration_seconds?: number | undefined;
}

export interface MomentCriteriaDetachInput {
  /** The moments collection */
  collection_id: string;
  /** The attachment */
  attachment_id: string;
}

export interface MomentCriteriaDetachAnswer {
  attachment_id: string;
  deleted: true;
}

export interface MomentListInput {
  /** ID of the collection */
  collection_id: string;
  /** Only moments of this criterion */
  criterion_name?: string | undefined;
  /** Only moments of this attachment */
  attachment_id?: string | undefined;
  /** Only moments of this file */
  file_id?: string | undefined;
  /** Only moments of at least this score */
  min_score?: number | undefined;
  /** Order of the list. Default: "position" */
  sort?: "position" | "criterion_score" | "rank_score" | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** next_cursor of the previous page */
  cursor?: string | undefined;
}

export interface MomentListAnswer {
  total: number;
  /** Omitted on the last page */
  next_cursor?: string;
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
  moments: CollectionMoment[];
}

export interface FindingListInput {
  /** ID of the collection */
  collection_id: string;
  /** Only findings of this criterion */
  criterion_name?: string | undefined;
  /** Only findings of this file */
  file_id?: string | undefined;
  /** Only findings of this kind */
  kind?: "absence" | "observation" | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** next_cursor of the previous page */
  cursor?: string | undefined;
}

export interface FindingListAnswer {
  total: number;
  /** Omitted on the last page */
  next_cursor?: string;
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
  findings: CollectionFinding[];
}

export interface FindMomentsCreateInput {
  /** Refuse with 402, and start nothing, if it would cost more credits. An addition of this service */
  cost_limit?: number | undefined;
  /** An http(s) URL, or the URI of a file */
  url: string;
  criterion: MomentCriterionInput;
  /** Default: ["speech"] */
  signals_required?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** Default: "sentence" */
  boundary_policy?: "sentence" | "tight" | "loose" | undefined;
  speaker_filter?: SpeakerFilterInput | undefined;
  /** Default: 5 */
  min_duration_seconds?: number | undefined;
  /** Default: 300 */
  max_duration_seconds?: number | undefined;
  /** Default: "reuse" */
  cache_policy?: "reuse" | "refresh" | undefined;
}

export interface FindMomentsEstimateInput {
  /** An http(s) URL, or the URI of a file */
  url: string;
  criterion: MomentCriterionInput;
  /** Default: ["speech"] */
  signals_required?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** Default: "sentence" */
  boundary_policy?: "sentence" | "tight" | "loose" | undefined;
  speaker_filter?: SpeakerFilterInput | undefined;
  /** Default: 5 */
  min_duration_seconds?: number | undefined;
  /** Default: 300 */
  max_duration_seconds?: number | undefined;
  /** Default: "reuse" */
  cache_policy?: "reuse" | "refresh" | undefined;
}

export interface FindMomentsListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** next_cursor of the previous page */
  cursor?: string | undefined;
  /** Only runs with this status */
  status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Only runs for this input URL */
  url?: string | undefined;
}

export interface FindMomentsListAnswer {
  total: number;
  /** Omitted on the last page */
  next_cursor?: string;
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
  runs: FindMomentsRun[];
}

export interface FindMomentsGetInput {
  /** The job */
  job_id: string;
  /** Only moments of at least this score */
  min_score?: number | undefined;
  /** Order of the moments */
  sort?: "rank_score" | "start_time" | undefined;
}

export interface FindMomentsDeleteInput {
  /** The job */
  job_id: string;
}

export interface FindMomentsDeleteAnswer {
  job_id: string;
  deleted: true;
  refunded: boolean;
}

export interface ShareCreateInput {
  file_id: string;
  file_segment_id?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** Default: "public" */
  visibility?: "public" | "private" | undefined;
  /** Default: "none" */
  link_preview?: "none" | "full" | "player" | undefined;
}

export interface ShareListInput {
  /** Only shares of this file */
  file_id?: string | undefined;
  /** Only shares of this segment */
  file_segment_id?: string | undefined;
  /** Only shares with this visibility */
  visibility?: "public" | "private" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface ShareListAnswer {
  object: "list";
  data: Share[];
  total: number;
  limit: number;
  offset: number;
}

export interface ShareGetInput {
  /** ID of the share */
  id: string;
  /** Second at which the clip starts */
  clip_start?: number | undefined;
  /** Second at which the clip ends */
  clip_end?: number | undefined;
}

export interface ShareUpdateInput {
  /** ID of the share */
  id: string;
  title?: string | undefined;
  description?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  link_preview?: "none" | "full" | "player" | undefined;
  visibility?: unknown | undefined;
}

export interface ShareDeleteInput {
  /** ID of the share */
  id: string;
}

export interface ShareDeleteAnswer {
  id: string;
  object: "share";
}

export interface MediaAddInput {
  /** ID of the collection */
  collection_id: string;
  file_id?: string | undefined;
  /** An http(s) URL, or the URI of a file */
  url?: string | undefined;
  segmentation_id?: string | undefined;
  segmentation_config?: SegmentationConfigInput | undefined;
  thumbnails_config?: ThumbnailsConfigInput | undefined;
  metadata?: Record<string, unknown> | undefined;
}

export interface MediaListInput {
  /** ID of the collection */
  collection_id: string;
  /** Only files with this status in the collection */
  status?: "pending" | "processing" | "completed" | "failed" | "not_applicable" | undefined;
  /** Only those added before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  added_before?: string | undefined;
  /** Only those added on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  added_after?: string | undefined;
  /** Sort field. Default: "added_at" */
  order?: "added_at" | "filename" | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Filter as JSON */
  filter?: FilterInput | undefined;
}

export interface MediaListAnswer {
  object: "list";
  data: CollectionFile[];
  total: number;
  limit: number;
  offset: number;
}

export interface MediaGetInput {
  /** ID of the collection */
  collection_id: string;
  /** ID of the file */
  file_id: string;
}

export interface MediaRemoveInput {
  /** ID of the collection */
  collection_id: string;
  /** ID of the file */
  file_id: string;
}

export interface MediaRemoveAnswer {
  collection_id: string;
  file_id: string;
  object: "collection_file";
}

export interface MediaDescriptionGetInput {
  /** ID of the collection */
  collection_id: string;
  /** ID of the file */
  file_id: string;
  /** Default: "json" */
  response_format?: "json" | "markdown" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  /** True adds the words of each spoken line with their times, if the recogniser provides them. Default: false */
  include_word_timestamps?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service. Default: false */
  include_untrusted?: boolean | undefined;
  /** True adds the chapters of narrative segmentation, or of a language model where there is one, described by quotes, numbered from 0. Default: false */
  include_chapters?: boolean | undefined;
  /** True adds the shots of a video, numbered from 0; they are detected during processing. Default: false */
  include_shots?: boolean | undefined;
}

export interface RichTranscriptGetInput {
  /** ID of the collection */
  collection_id: string;
  /** ID of the file */
  file_id: string;
  /** Default: "json" */
  response_format?: "json" | "markdown" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  /** True adds the words of each spoken line with their times, if the recogniser provides them. Default: false */
  include_word_timestamps?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service. Default: false */
  include_untrusted?: boolean | undefined;
  /** True adds the chapters of narrative segmentation, or of a language model where there is one, described by quotes, numbered from 0. Default: false */
  include_chapters?: boolean | undefined;
  /** True adds the shots of a video, numbered from 0; they are detected during processing. Default: false */
  include_shots?: boolean | undefined;
}

export interface MediaDescriptionListInput {
  /** ID of the collection */
  collection_id: string;
  /** Maximum number of items to return. Default: 20 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only those added before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  added_before?: string | undefined;
  /** Only those added on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  added_after?: string | undefined;
  /** Sort field. Default: "added_at" */
  order?: "added_at" | "filename" | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
  /** Default: "json" */
  response_format?: "json" | "markdown" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
}

export interface MediaDescriptionListAnswer {
  object: "list";
  data: MediaDescriptionItem[];
  total: number;
  limit: number;
  offset: number;
}

export interface RichTranscriptListInput {
  /** ID of the collection */
  collection_id: string;
  /** Maximum number of items to return. Default: 20 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only those added before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  added_before?: string | undefined;
  /** Only those added on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  added_after?: string | undefined;
  /** Sort field. Default: "added_at" */
  order?: "added_at" | "filename" | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
  /** Default: "json" */
  response_format?: "json" | "markdown" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
}

export interface RichTranscriptListAnswer {
  object: "list";
  data: RichTranscriptItem[];
  total: number;
  limit: number;
  offset: number;
}

export interface EntityListInput {
  /** ID of the collection */
  collection_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only those added before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  added_before?: string | undefined;
  /** Only those added on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  added_after?: string | undefined;
  /** Sort field. Default: "added_at" */
  order?: "added_at" | "filename" | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
  /** Default: "json" */
  response_format?: "json" | "markdown" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
}

export interface EntityListAnswer {
  object: "list";
  data: EntitiesItem[];
  total: number;
  limit: number;
  offset: number;
}

export interface EntityGetInput {
  /** ID of the collection */
  collection_id: string;
  /** ID of the file */
  file_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** True adds thumbnails. Default: false */
  include_thumbnails?: boolean | undefined;
  /** True adds chapters. Default: false */
  include_chapters?: boolean | undefined;
  /** True adds shots. Default: false */
  include_shots?: boolean | undefined;
}

export interface FaceDetectionListInput {
  /** ID of the collection */
  collection_id: string;
  /** ID of the file */
  file_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface DeepSearchRunInput {
  query: string;
  knowledge_base: {
    source: "collections";
    collections: string[];
    filter?: FilterInput | undefined;
  } | {
    source: "files";
    files: string[];
  } | {
    source: "default";
  };
  scope?: "segment" | "file" | undefined;
  /** Default: 20 */
  limit?: number | undefined;
  /** Default: false */
  exclude_weak_results?: boolean | undefined;
  include?: "search_queries"[] | undefined;
  /** Default: false */
  background?: boolean | undefined;
  /** Default: false */
  stream?: boolean | undefined;
}

export interface DeepSearchListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only deep searches with this status */
  status?: "in_progress" | "completed" | "failed" | "cancelled" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
}

export interface DeepSearchListAnswer {
  object: "list";
  data: DeepSearch[];
  total: number;
  limit: number;
  offset: number;
}

export interface DeepSearchGetInput {
  /** ID of the deep search */
  id: string;
  /** Extra parts to show */
  include?: "search_queries"[] | undefined;
}

export interface DeepSearchCancelInput {
  /** ID of the deep search */
  id: string;
}

export interface DeepSearchDeleteInput {
  /** ID of the deep search */
  id: string;
}

export interface DeepSearchDeleteAnswer {
  id: string;
  object: "deep_search";
  deleted: true;
}

export interface SearchRunInput {
  scope: "file" | "segment" | "face" | "moment";
  collections: string[];
  query?: string | undefined;
  source_image?: {
    /** An http(s) URL, or the URI of a file */
    url?: string | undefined;
    base64_image?: string | undefined;
    base64?: string | undefined;
    /** The frame of this file at time; an addition of this service */
    file_id?: string | undefined;
    /** Seconds from the start of file_id; default 0 */
    time?: number | undefined;
  } | undefined;
  /** Default: 10 */
  limit?: number | undefined;
  filter?: FilterInput | undefined;
  threshold?: number | undefined;
  search_modalities?: ("general_content" | "speech_lexical" | "ocr_lexical" | "tag_semantic" | "tag_lexical" | "doc_lexical" | "speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  label_filters?: string[] | undefined;
  group_by_key?: "file" | undefined;
  /** Default: "score" */
  sort_by?: "score" | "item_count" | undefined;
}

export interface SearchListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
}

export interface SearchListAnswer {
  object: "list";
  data: Search[];
  total: number;
  limit: number;
  offset: number;
}

export interface SearchGetInput {
  /** ID of the search */
  id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface QueryRunInput {
  /** One SELECT, WITH or VALUES statement over the views, in the SQL of SQLite */
  sql?: string | undefined;
  /** A question; the language model of the service writes the statement */
  question?: string | undefined;
  /** Only rows of this collection, and tags of its files */
  collection_id?: string | undefined;
}

export interface ChatCreateInput {
  /** quotes answers in quotes; any other name is answered by the language model that the service is configured with */
  model: string;
  /** The conversation; the last message is the question, with role user */
  messages: {
    role: "system" | "user" | "assistant";
    content: string;
    name?: string | undefined;
  }[];
  /** Exactly one collection */
  collections: string[];
  filter?: FilterInput | undefined;
  temperature?: number | undefined;
}

export interface ChatListInput {
  /** Maximum number of items to return. Default: 20 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
}

export interface ChatListAnswer {
  object: "list";
  data: ChatCompletionItem[];
  total: number;
  limit: number;
  offset: number;
}

export interface ChatGetInput {
  /** The chat completion */
  id: string;
}

export interface FileUploadInput {
  /** The media file. Path of a local file */
  file: string;
  /** JSON object as text */
  metadata?: string | undefined;
  enable_segment_thumbnails?: "true" | "false" | undefined;
  /** SubRip or WebVTT; an addition of this service. Path of a local file */
  subtitles?: string | undefined;
  /** Language of the audio track to use; default: the default track; an addition of this service */
  audio_language?: string | undefined;
  /** Names and terms for speech providers, as a JSON array; an addition of this service */
  vocabulary?: string | undefined;
}

export interface FileInPlaceInput {
  /** Absolute path on the service's machine, below a folder that it may read */
  path: string;
  metadata?: Record<string, unknown> | undefined;
  enable_segment_thumbnails?: boolean | undefined;
  /** Language of the audio track to use; default: the default track; an addition of this service */
  audio_language?: string | undefined;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[] | undefined;
}

export interface FileSyncInput {
  url: string;
  metadata?: Record<string, unknown> | undefined;
}

export interface FileListInput {
  /** Only files with this status */
  status?: "pending" | "processing" | "completed" | "failed" | "not_applicable" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Sort field. Default: "created_at" */
  order?: "created_at" | "filename" | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
  /** Filter as JSON */
  filter?: FilterInput | undefined;
  /** Only those whose id or name begins so, ignoring case; an addition of this service */
  named?: string | undefined;
  /** Only files with this SHA-256 of their content; an addition of this service */
  content_hash?: string | undefined;
}

export interface FileListAnswer {
  object: "list";
  data: File[];
  total: number;
  limit: number;
  offset: number;
}

export interface FileGetInput {
  /** ID of the file */
  file_id: string;
}

export interface FileUpdateInput {
  /** ID of the file */
  file_id: string;
  metadata?: Record<string, unknown> | null | undefined;
  filename?: string | undefined;
  audio_language?: string | null | undefined;
  vocabulary?: string[] | null | undefined;
  /** New names of speakers by their label or current name; an addition of this service */
  speakers?: Record<string, string> | undefined;
}

export interface FileDeleteInput {
  /** ID of the file */
  file_id: string;
}

export interface FileDeleteAnswer {
  id: string;
  object: "file";
}

export interface TranscriptPutInput {
  /** ID of the file */
  file_id: string;
  /** SubRip or WebVTT. Path of a local file */
  file: string;
}

export interface TranscriptDeleteInput {
  /** ID of the file */
  file_id: string;
}

export interface RedoFileInput {
  /** ID of the file */
  file_id: string;
  /** What to make again, whatever made it; objects belong to visual_scene_description. Default: "speech" */
  modality?: "speech" | "visual_scene_description" | "scene_text" | "audio_description" | "faces" | "chapters" | "meaning" | "pictures" | undefined;
  /** Use only this speech provider from now on */
  provider?: "sidecar" | "subtitle-track" | "endpoint" | "sherpa-onnx" | "moonshine" | undefined;
  /** Language of the audio track to use; default: the default track; an addition of this service */
  audio_language?: string | undefined;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[] | undefined;
}

export interface RedoCollectionInput {
  /** ID of the collection */
  collection_id: string;
  /** What to make again; default: all, or speech if a field about speech is set. Objects belong to visual_scene_description */
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description" | "faces" | "chapters" | "meaning" | "pictures")[] | undefined;
  /** outdated: only results that something else would make now; all: also those that the same would make, for the four modalities of media. Default: "outdated" */
  scope?: "outdated" | "all" | undefined;
  /** Also replace results by those of a weaker provider; they stay otherwise. Default: false */
  worse?: boolean | undefined;
  /** Use only this speech provider from now on */
  provider?: "sidecar" | "subtitle-track" | "endpoint" | "sherpa-onnx" | "moonshine" | undefined;
  /** Language of the audio track to use; default: the default track; an addition of this service */
  audio_language?: string | undefined;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[] | undefined;
}

export interface RedoEstimateInput {
  /** ID of the collection */
  collection_id: string;
  /** What to make again; default: all, or speech if a field about speech is set. Objects belong to visual_scene_description */
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description" | "faces" | "chapters" | "meaning" | "pictures")[] | undefined;
  /** outdated: only results that something else would make now; all: also those that the same would make, for the four modalities of media. Default: "outdated" */
  scope?: "outdated" | "all" | undefined;
  /** Also replace results by those of a weaker provider; they stay otherwise. Default: false */
  worse?: boolean | undefined;
  /** Use only this speech provider from now on */
  provider?: "sidecar" | "subtitle-track" | "endpoint" | "sherpa-onnx" | "moonshine" | undefined;
  /** Language of the audio track to use; default: the default track; an addition of this service */
  audio_language?: string | undefined;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[] | undefined;
}

export interface RedoGetInput {
  /** ID of the redo */
  redo_id: string;
}

export interface ClipGetInput {
  /** ID of the file */
  file_id: string;
  /** Second of the file at which the clip starts */
  start_time?: number | undefined;
  /** Second at which it ends; at most 600 s later. Beyond the end of the file counts as the end */
  end_time?: number | undefined;
}

export interface FaceMatchCreateInput {
  source_image: {
    /** An http(s) URL, or the URI of a file */
    url?: string | undefined;
    base64_image?: string | undefined;
  };
  /** An http(s) URL, or the URI of a file */
  target_video_url: string;
  /** Default: 50 */
  max_faces?: number | undefined;
  face_detection_id?: string | undefined;
  frame_extraction_id?: string | undefined;
  frame_extraction_config?: FrameExtractionConfigInput | undefined;
}

export interface FaceMatchListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only jobs with this status */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
}

export interface FaceMatchListAnswer {
  object: "list";
  data: {
    job_id: string;
    status: "pending" | "processing" | "completed" | "failed";
    /** Unix time in milliseconds */
    created_at: number;
    frame_extraction_id?: string;
    file_id?: string;
    face_detection_id?: string;
    match_count?: number;
  }[];
  total: number;
  limit: number;
  offset: number;
}

export interface FaceMatchGetInput {
  /** ID of the face match */
  face_match_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface FaceMatchDeleteInput {
  /** ID of the face match */
  face_match_id: string;
}

export interface FaceMatchDeleteAnswer {
  face_match_id: string;
  object: "face_match";
}

export interface FaceDetectCreateInput {
  /** An http(s) URL, or the URI of a file */
  url: string;
  frame_extraction_id?: string | undefined;
  frame_extraction_config?: FrameExtractionConfigInput | undefined;
}

export interface FaceDetectListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only jobs with this status */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
}

export interface FaceDetectListAnswer {
  object: "list";
  data: {
    job_id: string;
    status: "pending" | "processing" | "completed" | "failed";
    /** Unix time in milliseconds */
    created_at: number;
    frame_extraction_id?: string;
    file_id?: string;
    total_faces?: number;
  }[];
  total: number;
  limit: number;
  offset: number;
}

export interface FaceDetectGetInput {
  /** ID of the face detection */
  face_detection_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface FaceDetectDeleteInput {
  /** ID of the face detection */
  face_detection_id: string;
}

export interface FaceDetectDeleteAnswer {
  id: string;
}

export interface ExtractCreateInput {
  /** An http(s) URL, or the URI of a file */
  url: string;
  /** Prompt that says what to extract */
  prompt?: string | undefined;
  /** Schema of the result: a JSON Schema of an object, or an example ({"name": "string"}) */
  schema?: Record<string, unknown> | undefined;
  /** Extract entities of the whole file; default no */
  enable_video_level_entities?: boolean | undefined;
  /** Extract entities of each segment; default yes */
  enable_segment_level_entities?: boolean | undefined;
  /** Use speech only; default no */
  enable_transcript_mode?: boolean | undefined;
  /** Also use the file's metadata; default no */
  enable_metadata_mode?: boolean | undefined;
  segmentation_id?: string | undefined;
  segmentation_config?: SegmentationConfigInput | undefined;
  thumbnails_config?: ThumbnailsConfigInput | undefined;
}

export interface ExtractListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only jobs with this status */
  status?: "pending" | "processing" | "completed" | "failed" | "not_applicable" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Only jobs for this input URL */
  url?: string | undefined;
  /** False omits the data. Default: true */
  include_data?: boolean | undefined;
}

export interface ExtractListAnswer {
  object: "list";
  data: ExtractJob[];
  total: number;
  limit: number;
  offset: number;
}

export interface ExtractGetInput {
  /** The job */
  job_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** True adds thumbnails. Default: false */
  include_thumbnails?: boolean | undefined;
  /** True adds chapters. Default: false */
  include_chapters?: boolean | undefined;
  /** True adds shots. Default: false */
  include_shots?: boolean | undefined;
}

export interface ExtractDeleteInput {
  /** The job */
  job_id: string;
}

export interface ExtractDeleteAnswer {
  id: string;
}

export interface DescribeCreateInput {
  /** An http(s) URL, or the URI of a file */
  url: string;
  /** Default: true */
  enable_summary?: boolean | undefined;
  /** Default: true */
  enable_speech?: boolean | undefined;
  /** Default: true */
  enable_scene_text?: boolean | undefined;
  /** Default: true */
  enable_visual_scene_description?: boolean | undefined;
  /** Default: false */
  enable_audio_description?: boolean | undefined;
  segmentation_id?: string | undefined;
  segmentation_config?: SegmentationConfigInput | undefined;
  thumbnails_config?: ThumbnailsConfigInput | undefined;
}

export interface DescribeListInput {
  /** Maximum number of items to return. Default: 20 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only jobs with this status */
  status?: "pending" | "processing" | "completed" | "failed" | "not_applicable" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Only jobs for this input URL */
  url?: string | undefined;
  /** False omits the data. Default: true */
  include_data?: boolean | undefined;
  /** Default: "json" */
  response_format?: "json" | "markdown" | "speech_srt" | "speech_vtt" | "speech_ass" | "speech_markdown" | "speech_text" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  /** True adds the words of each spoken line with their times, if the recogniser provides them. Default: false */
  include_word_timestamps?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service. Default: false */
  include_untrusted?: boolean | undefined;
  /** True adds the chapters of narrative segmentation, or of a language model where there is one, described by quotes, numbered from 0. Default: false */
  include_chapters?: boolean | undefined;
  /** True adds the shots of a video, numbered from 0; they are detected during processing. Default: false */
  include_shots?: boolean | undefined;
}

export interface DescribeListAnswer {
  object: "list";
  data: DescribeJob[];
  total: number;
  limit: number;
  offset: number;
}

export interface DescribeGetInput {
  /** The job */
  job_id: string;
  /** Default: "json" */
  response_format?: "json" | "markdown" | "speech_srt" | "speech_vtt" | "speech_ass" | "speech_markdown" | "speech_text" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  /** True adds the words of each spoken line with their times, if the recogniser provides them. Default: false */
  include_word_timestamps?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service. Default: false */
  include_untrusted?: boolean | undefined;
  /** True adds the chapters of narrative segmentation, or of a language model where there is one, described by quotes, numbered from 0. Default: false */
  include_chapters?: boolean | undefined;
  /** True adds the shots of a video, numbered from 0; they are detected during processing. Default: false */
  include_shots?: boolean | undefined;
}

export interface DescribeDeleteInput {
  /** The job */
  job_id: string;
}

export interface DescribeDeleteAnswer {
  id: string;
}

export interface TranscribeCreateInput {
  /** An http(s) URL, or the URI of a file */
  url: string;
  /** Default: true */
  enable_summary?: boolean | undefined;
  /** Default: true */
  enable_speech?: boolean | undefined;
  /** Default: false */
  enable_scene_text?: boolean | undefined;
  /** Default: false */
  enable_visual_scene_description?: boolean | undefined;
  /** Default: false */
  enable_audio_description?: boolean | undefined;
  segmentation_id?: string | undefined;
  segmentation_config?: SegmentationConfigInput | undefined;
  thumbnails_config?: ThumbnailsConfigInput | undefined;
}

export interface TranscribeListInput {
  /** Maximum number of items to return. Default: 20 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only jobs with this status */
  status?: "pending" | "processing" | "completed" | "failed" | "not_applicable" | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Only jobs for this input URL */
  url?: string | undefined;
  /** False omits the data. Default: true */
  include_data?: boolean | undefined;
  /** Default: "json" */
  response_format?: "json" | "markdown" | "speech_srt" | "speech_vtt" | "speech_ass" | "speech_markdown" | "speech_text" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  /** True adds the words of each spoken line with their times, if the recogniser provides them. Default: false */
  include_word_timestamps?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service. Default: false */
  include_untrusted?: boolean | undefined;
}

export interface TranscribeListAnswer {
  object: "list";
  data: TranscribeJob[];
  total: number;
  limit: number;
}

export interface TranscribeGetInput {
  /** The job */
  job_id: string;
  /** Default: "json" */
  response_format?: "json" | "markdown" | "speech_srt" | "speech_vtt" | "speech_ass" | "speech_markdown" | "speech_text" | undefined;
  modalities?: ("speech" | "visual_scene_description" | "scene_text" | "audio_description")[] | undefined;
  /** True adds the file object. Default: false */
  include_metadata?: boolean | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  /** True adds the words of each spoken line with their times, if the recogniser provides them. Default: false */
  include_word_timestamps?: boolean | undefined;
  /** True adds recognised speech that is not to be trusted (another language, music, noise); an addition of this service. Default: false */
  include_untrusted?: boolean | undefined;
}

export interface CollectionCreateInput {
  name: string;
  collection_type: "media-descriptions" | "entities" | "rich-transcripts" | "face-analysis" | "metadata" | "moments";
  description?: string | null | undefined;
  default_segmentation_config?: SegmentationConfigInput | undefined;
  default_thumbnails_config?: ThumbnailsConfigInput | undefined;
  describe_config?: DescribeConfigInput | undefined;
  transcribe_config?: DescribeConfigInput | undefined;
  extract_config?: ExtractConfigInput | undefined;
  face_detection_config?: FaceDetectionConfigInput | undefined;
  /** Names and terms for speech providers that take them; an addition of this service */
  vocabulary?: string[] | undefined;
  moments_config?: {
    criteria: MomentCriterionAttachInput[];
  } | undefined;
}

export interface CollectionListInput {
  /** Only collections of this type */
  collection_type?: "media-descriptions" | "entities" | "rich-transcripts" | "face-analysis" | "metadata" | "moments" | undefined;
  /** Only those whose id or name begins so, ignoring case; an addition of this service */
  named?: string | undefined;
  /** Only those created before this day (YYYY-MM-DD, from 0:00 UTC) or date-time */
  created_before?: string | undefined;
  /** Only those created on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later */
  created_after?: string | undefined;
  /** Sort field. Default: "created_at" */
  order?: "name" | "created_at" | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface CollectionListAnswer {
  object: "list";
  data: Collection[];
  total: number;
  limit: number;
  offset: number;
}

export interface CollectionGetInput {
  /** ID of the collection */
  collection_id: string;
}

export interface CollectionUpdateInput {
  /** ID of the collection */
  collection_id: string;
  name?: string | undefined;
  description?: string | null | undefined;
  vocabulary?: string[] | null | undefined;
}

export interface CollectionDeleteInput {
  /** ID of the collection */
  collection_id: string;
}

export interface CollectionDeleteAnswer {
  id: string;
  object: "collection";
}

export interface FramesCreateInput {
  /** ID of the file */
  file_id: string;
  strategy: "uniform";
  uniform_config?: {
    /** Default: 1 */
    frames_per_second?: number | undefined;
    /** Default: 1024 */
    max_width?: number | undefined;
  } | undefined;
  thumbnails_config?: FrameThumbnailsConfigInput | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
}

export interface FramesListInput {
  /** ID of the file */
  file_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface FramesListAnswer {
  object: "list";
  data: FrameExtraction[];
  total: number;
  limit: number;
  offset: number;
}

export interface FramesGetInput {
  /** ID of the frame extraction */
  frame_extraction_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface FramesDeleteInput {
  /** ID of the frame extraction */
  frame_extraction_id: string;
}

export interface FramesDeleteAnswer {
  id: string;
}

export interface TagCreateInput {
  label: string;
  value: string;
  file_id: string;
  segment_id?: string | undefined;
}

export interface TagListInput {
  /** Only tags of files, or only tags of segments */
  type?: "file" | "segment" | undefined;
  /** Only tags of this file */
  file_id?: string | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface TagListAnswer {
  object: "list";
  data: Tag[];
  total: number;
  limit: number;
  offset: number;
}

export interface TagOfFileInput {
  /** ID of the file */
  file_id: string;
  /** Only tags of files, or only tags of segments */
  type?: "file" | "segment" | undefined;
  /** Maximum number of items to return. Default: 100 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface TagOfFileAnswer {
  object: "list";
  data: Tag[];
  total: number;
  limit: number;
  offset: number;
}

export interface TagOfSegmentInput {
  /** ID of the file */
  file_id: string;
  /** The segment */
  segment_id: string;
  /** Maximum number of items to return. Default: 100 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface TagOfSegmentAnswer {
  object: "list";
  data: Tag[];
  total: number;
  limit: number;
  offset: number;
}

export interface TagGetInput {
  /** ID of the tag */
  tag_id: string;
}

export interface TagUpdateInput {
  /** ID of the tag */
  tag_id: string;
  label?: string | undefined;
  value?: string | undefined;
}

export interface TagDeleteInput {
  /** ID of the tag */
  tag_id: string;
}

export interface TagDeleteAnswer {
  id: string;
}

export interface WebhookCreateInput {
  endpoint?: string | undefined;
  /** Default: every event. Default: ["describe.job.processing","describe.job.completed","describe.job.failed","extract.job.processing","extract.job.completed","extract.job.failed","file.job.processing","file.job.completed","file.job.failed","file.job.deleted","collection.file.job.processing","collection.file.job.completed","collection.file.job.failed","collection.file.job.deleted","segment.job.processing","segment.job.completed","segment.job.failed","find_moments.job.processing","find_moments.job.completed","find_moments.job.failed"] */
  subscribed_events?: ("describe.job.processing" | "describe.job.completed" | "describe.job.failed" | "extract.job.processing" | "extract.job.completed" | "extract.job.failed" | "file.job.processing" | "file.job.completed" | "file.job.failed" | "file.job.deleted" | "collection.file.job.processing" | "collection.file.job.completed" | "collection.file.job.failed" | "collection.file.job.deleted" | "segment.job.processing" | "segment.job.completed" | "segment.job.failed" | "find_moments.job.processing" | "find_moments.job.completed" | "find_moments.job.failed")[] | undefined;
  description?: string | undefined;
}

export interface WebhookListInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
}

export interface WebhookListAnswer {
  object: "list";
  data: Webhook[];
  total: number;
  limit: number;
  offset: number;
}

export interface WebhookGetInput {
  /** ID of the webhook */
  webhook_id: string;
}

export interface WebhookUpdateInput {
  /** ID of the webhook */
  webhook_id: string;
  description?: string | undefined;
  endpoint?: string | undefined;
  subscribed_events?: ("describe.job.processing" | "describe.job.completed" | "describe.job.failed" | "extract.job.processing" | "extract.job.completed" | "extract.job.failed" | "file.job.processing" | "file.job.completed" | "file.job.failed" | "file.job.deleted" | "collection.file.job.processing" | "collection.file.job.completed" | "collection.file.job.failed" | "collection.file.job.deleted" | "segment.job.processing" | "segment.job.completed" | "segment.job.failed" | "find_moments.job.processing" | "find_moments.job.completed" | "find_moments.job.failed")[] | undefined;
  active?: boolean | undefined;
}

export interface WebhookDeleteInput {
  /** ID of the webhook */
  webhook_id: string;
}

export interface WebhookDeleteAnswer {
  id: string;
  object: "webhook";
}

export interface WebhookRotateInput {
  /** ID of the webhook */
  webhook_id: string;
  /** Seconds for which the old secret signs deliveries too. Default: 86400 */
  overlap_seconds?: number | undefined;
}

export interface WebhookTestInput {
  /** ID of the webhook */
  webhook_id: string;
  /** Type of the test event (default: the first subscribed one) */
  event_type?: "describe.job.processing" | "describe.job.completed" | "describe.job.failed" | "extract.job.processing" | "extract.job.completed" | "extract.job.failed" | "file.job.processing" | "file.job.completed" | "file.job.failed" | "file.job.deleted" | "collection.file.job.processing" | "collection.file.job.completed" | "collection.file.job.failed" | "collection.file.job.deleted" | "segment.job.processing" | "segment.job.completed" | "segment.job.failed" | "find_moments.job.processing" | "find_moments.job.completed" | "find_moments.job.failed" | undefined;
}

export interface WebhookDeliveriesInput {
  /** ID of the webhook */
  webhook_id: string;
  status?: "pending" | "delivered" | "failed" | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Order of the list. Default: "desc" */
  sort?: "asc" | "desc" | undefined;
}

export interface WebhookDeliveriesAnswer {
  object: "list";
  data: WebhookDelivery[];
  total: number;
  limit: number;
  offset: number;
}

export interface WebhookDeliveryInput {
  /** ID of the webhook */
  webhook_id: string;
  /** ID of the delivery */
  delivery_id: string;
}

export interface WebhookRedeliverInput {
  /** ID of the webhook */
  webhook_id: string;
  /** ID of the delivery */
  delivery_id: string;
}

export interface SegmentationCreateInput {
  /** ID of the file */
  file_id: string;
  strategy: "uniform" | "shot-detector" | "manual" | "narrative";
  uniform_config?: {
    /** Default: 20 */
    window_seconds?: number | undefined;
    /** Time between window starts; default window_seconds */
    hop_seconds?: number | undefined;
  } | undefined;
  shot_detector_config?: {
    /** Default: "adaptive" */
    detector?: "adaptive" | "content" | undefined;
    /** For detector content only; default 27 */
    threshold?: number | undefined;
    /** Default: 0.6 */
    min_seconds?: number | undefined;
    /** Default: 300 */
    max_seconds?: number | undefined;
    /** Default: true */
    fill_gaps?: boolean | undefined;
  } | undefined;
  manual_config?: {
    segments: {
      start_time: number;
      end_time: number;
    }[];
  } | undefined;
  narrative_config?: {
    prompt?: string | undefined;
    /** Default: "balanced" */
    strategy?: "comprehensive" | "balanced" | "transcript" | undefined;
    number_of_chapters?: number | undefined;
    min_chapters?: number | undefined;
    max_chapters?: number | undefined;
  } | undefined;
  keyframe_config?: {
    frames_per_segment?: number | undefined;
    max_width?: number | undefined;
  } | undefined;
  start_time_seconds?: number | undefined;
  end_time_seconds?: number | undefined;
  thumbnails_config?: ThumbnailsConfigInput | undefined;
}

export interface SegmentationListInput {
  /** ID of the file */
  file_id: string;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface SegmentationListAnswer {
  object: "list";
  data: Segmentation[];
  total: number;
  limit: number;
  offset: number;
}

export interface SegmentationGetInput {
  /** ID of the segmentation */
  segmentation_id: string;
  /** Maximum number of items to return. Default: 10 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface SegmentationDeleteInput {
  /** ID of the segmentation */
  segmentation_id: string;
}

export interface SegmentationDeleteAnswer {
  id: string;
}

export interface SegmentListInput {
  /** ID of the file */
  file_id: string;
  /** Only segments that start at or after this second */
  start_time_after?: number | undefined;
  /** Only segments that end at or before this second */
  end_time_before?: number | undefined;
  /** Only segments of at least this many seconds */
  min_duration?: number | undefined;
  /** Only segments of at most this many seconds */
  max_duration?: number | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface SegmentListAnswer {
  object: "list";
  data: Segment[];
  total: number;
  limit: number;
  offset: number;
}

export interface SegmentGetInput {
  /** ID of the file */
  file_id: string;
  /** The segment */
  segment_id: string;
}

export interface SegmentUpdateInput {
  /** ID of the file */
  file_id: string;
  /** The segment */
  segment_id: string;
  metadata: Record<string, unknown>;
}

export interface ThumbnailListInput {
  /** ID of the file */
  file_id: string;
  /** Only thumbnails of these types */
  type?: ("segment" | "keyframe" | "file" | "frame")[] | undefined;
  /** Only thumbnails of these segments */
  segment_ids?: string[] | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
  /** Only thumbnails of this segmentation */
  segmentation_id?: string | undefined;
}

export interface ThumbnailListAnswer {
  object: "list";
  data: Thumbnail[];
  total: number;
  limit: number;
  offset: number;
}

export interface SegmentationThumbnailsInput {
  /** ID of the segmentation */
  segmentation_id: string;
  /** Only thumbnails of these types */
  type?: ("segment" | "keyframe" | "file" | "frame")[] | undefined;
  /** Only thumbnails of these segments */
  segment_ids?: string[] | undefined;
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** Number of items to skip. Default: 0 */
  offset?: number | undefined;
}

export interface SegmentationThumbnailsAnswer {
  object: "list";
  data: Thumbnail[];
  total: number;
  limit: number;
  offset: number;
}

export interface BillingLedgerInput {
  /** Maximum number of items to return. Default: 50 */
  limit?: number | undefined;
  /** next_cursor of the previous page */
  cursor?: string | undefined;
  /** Only entries for this resource */
  resource?: string | undefined;
}

export interface BillingLedgerAnswer {
  total: number;
  /** Omitted on the last page */
  next_cursor?: string;
  /** What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service */
  gaps?: Gap[];
  entries: LedgerEntry[];
}

export interface BillingRatesAnswer {
  rates: Rate[];
}

export interface PageLinkCreateInput {
  /** The page to open (default: the collections) */
  page?: "collections" | "files" | "jobs" | "shares" | "webhooks" | undefined;
  /** Open the page of this file, collection, share or webhook */
  id?: string | undefined;
}

/** Operations by their family. */
export interface Operations {
  readonly momentCriteria: {
    /** Attach a criterion to a moments collection and run it over every file. Needs a token with the scope write. */
    attach(input: MomentCriteriaAttachInput, options?: CallOptions): Promise<MomentCriterionAttachment>;
    /** Estimate what attaching a criterion would cost; changes nothing. Needs a token with the scope read. */
    estimate(input: MomentCriteriaEstimateInput, options?: CallOptions): Promise<Estimate>;
    /** Detach a criterion from a moments collection. Needs a token with the scope write. */
    detach(input: MomentCriteriaDetachInput, options?: CallOptions): Promise<MomentCriteriaDetachAnswer>;
    /** Waits until the backfill is completed, and gives it; else a JobError */
    wait(input: { collection_id: string; attachment_id: string }, options?: WaitOptions): Promise<MomentCriterionAttachment>;
  };
  readonly moment: {
    /** List the moments of a collection. Needs a token with the scope read. */
    list(input: MomentListInput, options?: CallOptions): Pages<MomentListAnswer, CollectionMoment>;
  };
  readonly finding: {
    /** List the findings of a collection. Needs a token with the scope read. */
    list(input: FindingListInput, options?: CallOptions): Pages<FindingListAnswer, CollectionFinding>;
  };
  readonly findMoments: {
    /** Run a criterion over one file. Needs a token with the scope write. */
    create(input: FindMomentsCreateInput, options?: CallOptions): Promise<FindMomentsRun>;
    /** Estimate what running a criterion over one file would cost; changes nothing. Needs a token with the scope read. */
    estimate(input: FindMomentsEstimateInput, options?: CallOptions): Promise<Estimate>;
    /** List runs of criteria. Needs a token with the scope read. */
    list(input?: FindMomentsListInput, options?: CallOptions): Pages<FindMomentsListAnswer, FindMomentsRun>;
    /** Show a run of a criterion. Needs a token with the scope read. */
    get(input: FindMomentsGetInput, options?: CallOptions): Promise<FindMomentsRun>;
    /** Waits until the find-moments run is completed, and gives it; else a JobError */
    wait(input: { job_id: string }, options?: WaitOptions): Promise<FindMomentsRun>;
    /** Cancel and delete a run of a criterion. Needs a token with the scope write. */
    delete(input: FindMomentsDeleteInput, options?: CallOptions): Promise<FindMomentsDeleteAnswer>;
  };
  readonly share: {
    /** Create a share page and stream for a file or segment. Needs a token with the scope write. */
    create(input: ShareCreateInput, options?: CallOptions): Promise<Share>;
    /** List shares. Needs a token with the scope read. */
    list(input?: ShareListInput, options?: CallOptions): Pages<ShareListAnswer, Share>;
    /** Show a share, with a clip window if one is given. Needs a token with the scope read. */
    get(input: ShareGetInput, options?: CallOptions): Promise<Share>;
    /** Waits until the share is completed, and gives it; else a JobError */
    wait(input: { id: string }, options?: WaitOptions): Promise<Share>;
    /** Change the texts or link preview of a share. Needs a token with the scope write. */
    update(input: ShareUpdateInput, options?: CallOptions): Promise<Share>;
    /** Delete a share; its link stops working. Needs a token with the scope write. */
    delete(input: ShareDeleteInput, options?: CallOptions): Promise<ShareDeleteAnswer>;
  };
  readonly media: {
    /** Add a video or audio file to a collection. Needs a token with the scope write. */
    add(input: MediaAddInput, options?: CallOptions): Promise<CollectionFile>;
    /** List the files of a collection. Needs a token with the scope read. */
    list(input: MediaListInput, options?: CallOptions): Pages<MediaListAnswer, CollectionFile>;
    /** Show a file of a collection. Needs a token with the scope read. */
    get(input: MediaGetInput, options?: CallOptions): Promise<CollectionFile>;
    /** Waits until the collection file is completed, and gives it; else a JobError */
    wait(input: { collection_id: string; file_id: string }, options?: WaitOptions): Promise<CollectionFile>;
    /** Remove a file from a collection; the file remains. Needs a token with the scope write. */
    remove(input: MediaRemoveInput, options?: CallOptions): Promise<MediaRemoveAnswer>;
  };
  readonly mediaDescription: {
    /** Show the description of a file. Needs a token with the scope read. */
    get(input: MediaDescriptionGetInput, options?: CallOptions): Promise<MediaDescription>;
    /** List the descriptions of the files of a collection. Needs a token with the scope read. */
    list(input: MediaDescriptionListInput, options?: CallOptions): Pages<MediaDescriptionListAnswer, MediaDescriptionItem>;
  };
  readonly richTranscript: {
    /** Show the rich transcript of a file. Needs a token with the scope read. */
    get(input: RichTranscriptGetInput, options?: CallOptions): Promise<MediaDescription>;
    /** List the rich transcripts of a collection. Needs a token with the scope read. */
    list(input: RichTranscriptListInput, options?: CallOptions): Pages<RichTranscriptListAnswer, RichTranscriptItem>;
  };
  readonly entity: {
    /** List the entities of the files of a collection. Needs a token with the scope read. */
    list(input: EntityListInput, options?: CallOptions): Pages<EntityListAnswer, EntitiesItem>;
    /** Show the entities of a file of a collection. Needs a token with the scope read. */
    get(input: EntityGetInput, options?: CallOptions): Pages<FileEntities, {
  start_time: number;
  end_time: number;
  entities: Record<string, unknown>;
  thumbnail_url?: string;
  /** Evidence of each value; an addition of this service */
  evidence?: {
    /** Path of the value: people[0].name */
    path: string;
    /** The words that contain it, as spoken, shown or written */
    quote: string;
    source: "speech" | "scene_text" | "visual_scene_description" | "metadata";
    start_time?: number;
    end_time?: number;
    /** Of the quote, where it was recognised: how likely at most a fifth of its words are wrong */
    confidence?: number;
    /** The value in a machine-readable form */
    value?: string | number;
  }[];
  /** What could not be extracted, and why; an addition of this service */
  warnings?: string[];
}>;
  };
  readonly faceDetection: {
    /** List the faces found in a file of a collection. Needs a token with the scope read. */
    list(input: FaceDetectionListInput, options?: CallOptions): Pages<FileFaces, {
  id: string;
  face_bounding_box: BoundingBox;
  frame_id: string;
  timestamp: number;
  thumbnail_url?: string;
  /** The same for one face in neighbouring frames; an addition of this service */
  track_id?: string;
}>;
  };
  readonly deepSearch: {
    /** Ask a question about collections or files. Needs a token with the scope write. */
    run(input: DeepSearchRunInput, options?: CallOptions): Promise<DeepSearch>;
    /** List deep searches. Needs a token with the scope read. */
    list(input?: DeepSearchListInput, options?: CallOptions): Pages<DeepSearchListAnswer, DeepSearch>;
    /** Show a deep search. Needs a token with the scope read. */
    get(input: DeepSearchGetInput, options?: CallOptions): Promise<DeepSearch>;
    /** Waits until the deep search is completed, and gives it; else a JobError */
    wait(input: { id: string }, options?: WaitOptions): Promise<DeepSearch>;
    /** Cancel a deep search in progress. Needs a token with the scope write. */
    cancel(input: DeepSearchCancelInput, options?: CallOptions): Promise<DeepSearch>;
    /** Delete a deep search. Needs a token with the scope write. */
    delete(input: DeepSearchDeleteInput, options?: CallOptions): Promise<DeepSearchDeleteAnswer>;
  };
  readonly search: {
    /** Search collections for ranked results. Needs a token with the scope read. */
    run(input: SearchRunInput, options?: CallOptions): Promise<Search>;
    /** List searches. Needs a token with the scope read. */
    list(input?: SearchListInput, options?: CallOptions): Pages<SearchListAnswer, Search>;
    /** Show a search. Needs a token with the scope read. */
    get(input: SearchGetInput, options?: CallOptions): Pages<Search, FoundItem | FoundFace | FoundMoment | SegmentGroup | FaceGroup | MomentGroup>;
  };
  readonly query: {
    /** Ask in SQL about what was understood. Needs a token with the scope read. */
    run(input?: QueryRunInput, options?: CallOptions): Promise<QueryResult>;
  };
  readonly chat: {
    /** Answer a conversation from collections. Needs a token with the scope write. */
    create(input: ChatCreateInput, options?: CallOptions): Promise<ChatCompletion>;
    /** List chat completions. Needs a token with the scope read. */
    list(input?: ChatListInput, options?: CallOptions): Pages<ChatListAnswer, ChatCompletionItem>;
    /** Show a chat completion. Needs a token with the scope read. */
    get(input: ChatGetInput, options?: CallOptions): Promise<ChatCompletion>;
  };
  readonly file: {
    /** Upload a media file. Needs a token with the scope write. */
    upload(input: FileUploadInput, options?: CallOptions): Promise<File>;
    /** Ingest a media file of the service's own machine without a copy. Needs a token with the scope write. */
    inPlace(input: FileInPlaceInput, options?: CallOptions): Promise<File>;
    /** Ingest a media file from a URL. Needs a token with the scope write. */
    sync(input: FileSyncInput, options?: CallOptions): Promise<File>;
    /** List files. Needs a token with the scope read. */
    list(input?: FileListInput, options?: CallOptions): Pages<FileListAnswer, File>;
    /** Show a file. Needs a token with the scope read. */
    get(input: FileGetInput, options?: CallOptions): Promise<File>;
    /** Waits until the file is completed, and gives it; else a JobError */
    wait(input: { file_id: string }, options?: WaitOptions): Promise<File>;
    /** Change the metadata, name, vocabulary or speakers of a file. Needs a token with the scope write. */
    update(input: FileUpdateInput, options?: CallOptions): Promise<File>;
    /** Delete a file and everything derived from it. Needs a token with the scope write. */
    delete(input: FileDeleteInput, options?: CallOptions): Promise<FileDeleteAnswer>;
  };
  readonly transcript: {
    /** Replace what was recognised by a transcript corrected by hand. Needs a token with the scope write. */
    put(input: TranscriptPutInput, options?: CallOptions): Promise<File>;
    /** Remove the corrected transcript of a file; its speech is recognised again. Needs a token with the scope write. */
    delete(input: TranscriptDeleteInput, options?: CallOptions): Promise<File>;
  };
  readonly redo: {
    /** Make the speech of a file, or another modality, again. Needs a token with the scope write. */
    file(input: RedoFileInput, options?: CallOptions): Promise<Redone>;
    /** Make the results of a collection again with what would make them now, in the background. Needs a token with the scope write. */
    collection(input: RedoCollectionInput, options?: CallOptions): Promise<Redo>;
    /** Show what a redo of a collection would replace, and how long it would take; start nothing. Needs a token with the scope read. */
    estimate(input: RedoEstimateInput, options?: CallOptions): Promise<RedoEstimate>;
    /** Show how far a redo of a collection is. Needs a token with the scope read. */
    get(input: RedoGetInput, options?: CallOptions): Promise<Redo>;
    /** Waits until the redo is completed, and gives it; else a JobError */
    wait(input: { redo_id: string }, options?: WaitOptions): Promise<Redo>;
  };
  readonly clip: {
    /** Show where a span of a file can be read as a file, and what is said in it; an addition of this service. Needs a token with the scope read. */
    get(input: ClipGetInput, options?: CallOptions): Promise<Clip>;
  };
  readonly faceMatch: {
    /** Find a face in media. Needs a token with the scope write. */
    create(input: FaceMatchCreateInput, options?: CallOptions): Promise<FaceMatch>;
    /** List face matches. Needs a token with the scope read. */
    list(input?: FaceMatchListInput, options?: CallOptions): Pages<FaceMatchListAnswer, {
  job_id: string;
  status: "pending" | "processing" | "completed" | "failed";
  /** Unix time in milliseconds */
  created_at: number;
  frame_extraction_id?: string;
  file_id?: string;
  face_detection_id?: string;
  match_count?: number;
}>;
    /** Show a face match with a page of its matches. Needs a token with the scope read. */
    get(input: FaceMatchGetInput, options?: CallOptions): Promise<FaceMatch>;
    /** Waits until the face match is completed, and gives it; else a JobError */
    wait(input: { face_match_id: string }, options?: WaitOptions): Promise<FaceMatch>;
    /** Delete a face match. Needs a token with the scope write. */
    delete(input: FaceMatchDeleteInput, options?: CallOptions): Promise<FaceMatchDeleteAnswer>;
  };
  readonly faceDetect: {
    /** Find faces in media. Needs a token with the scope write. */
    create(input: FaceDetectCreateInput, options?: CallOptions): Promise<FaceDetection>;
    /** List face detections. Needs a token with the scope read. */
    list(input?: FaceDetectListInput, options?: CallOptions): Pages<FaceDetectListAnswer, {
  job_id: string;
  status: "pending" | "processing" | "completed" | "failed";
  /** Unix time in milliseconds */
  created_at: number;
  frame_extraction_id?: string;
  file_id?: string;
  total_faces?: number;
}>;
    /** Show a face detection with a page of its faces. Needs a token with the scope read. */
    get(input: FaceDetectGetInput, options?: CallOptions): Promise<FaceDetection>;
    /** Waits until the face detection is completed, and gives it; else a JobError */
    wait(input: { face_detection_id: string }, options?: WaitOptions): Promise<FaceDetection>;
    /** Delete a face detection that no collection uses. Needs a token with the scope write. */
    delete(input: FaceDetectDeleteInput, options?: CallOptions): Promise<FaceDetectDeleteAnswer>;
  };
  readonly extract: {
    /** Extract entities from media. Needs a token with the scope write. */
    create(input: ExtractCreateInput, options?: CallOptions): Promise<ExtractJob>;
    /** List extraction jobs. Needs a token with the scope read. */
    list(input?: ExtractListInput, options?: CallOptions): Pages<ExtractListAnswer, ExtractJob>;
    /** Show an extraction job. Needs a token with the scope read. */
    get(input: ExtractGetInput, options?: CallOptions): Promise<ExtractJob>;
    /** Waits until the extraction is completed, and gives it; else a JobError */
    wait(input: { job_id: string }, options?: WaitOptions): Promise<ExtractJob>;
    /** Delete an extraction job. Needs a token with the scope write. */
    delete(input: ExtractDeleteInput, options?: CallOptions): Promise<ExtractDeleteAnswer>;
  };
  readonly describe: {
    /** Describe media: speech, scene text, scenes, sound. Needs a token with the scope write. */
    create(input: DescribeCreateInput, options?: CallOptions): Promise<DescribeJob>;
    /** List describe jobs. Needs a token with the scope read. */
    list(input?: DescribeListInput, options?: CallOptions): Pages<DescribeListAnswer, DescribeJob>;
    /** Show a describe job. Needs a token with the scope read. */
    get(input: DescribeGetInput, options?: CallOptions): Promise<DescribeJob>;
    /** Waits until the description is completed, and gives it; else a JobError */
    wait(input: { job_id: string }, options?: WaitOptions): Promise<DescribeJob>;
    /** Delete a describe job. Needs a token with the scope write. */
    delete(input: DescribeDeleteInput, options?: CallOptions): Promise<DescribeDeleteAnswer>;
  };
  readonly transcribe: {
    /** Transcribe speech in media, with times. Needs a token with the scope write. */
    create(input: TranscribeCreateInput, options?: CallOptions): Promise<TranscribeJob>;
    /** List transcribe jobs. Needs a token with the scope read. */
    list(input?: TranscribeListInput, options?: CallOptions): Pages<TranscribeListAnswer, TranscribeJob>;
    /** Show a transcribe job. Needs a token with the scope read. */
    get(input: TranscribeGetInput, options?: CallOptions): Promise<TranscribeJob>;
    /** Waits until the transcript is completed, and gives it; else a JobError */
    wait(input: { job_id: string }, options?: WaitOptions): Promise<TranscribeJob>;
  };
  readonly collection: {
    /** Create a collection. Needs a token with the scope write. */
    create(input: CollectionCreateInput, options?: CallOptions): Promise<Collection>;
    /** List collections. Needs a token with the scope read. */
    list(input?: CollectionListInput, options?: CallOptions): Pages<CollectionListAnswer, Collection>;
    /** Show a collection. Needs a token with the scope read. */
    get(input: CollectionGetInput, options?: CallOptions): Promise<Collection>;
    /** Change the name, description or vocabulary of a collection. Needs a token with the scope write. */
    update(input: CollectionUpdateInput, options?: CallOptions): Promise<Collection>;
    /** Delete a collection; its files remain. Needs a token with the scope write. */
    delete(input: CollectionDeleteInput, options?: CallOptions): Promise<CollectionDeleteAnswer>;
  };
  readonly frames: {
    /** Extract frames from a file. Needs a token with the scope write. */
    create(input: FramesCreateInput, options?: CallOptions): Promise<FrameExtraction>;
    /** List the frame extractions of a file. Needs a token with the scope read. */
    list(input: FramesListInput, options?: CallOptions): Pages<FramesListAnswer, FrameExtraction>;
    /** Show a frame extraction with a page of its frames. Needs a token with the scope read. */
    get(input: FramesGetInput, options?: CallOptions): Promise<FrameExtraction>;
    /** Waits until the frame extraction is completed, and gives it; else a JobError */
    wait(input: { frame_extraction_id: string }, options?: WaitOptions): Promise<FrameExtraction>;
    /** Delete a frame extraction and its pictures. Needs a token with the scope write. */
    delete(input: FramesDeleteInput, options?: CallOptions): Promise<FramesDeleteAnswer>;
  };
  readonly tag: {
    /** Tag a file or segment. Needs a token with the scope write. */
    create(input: TagCreateInput, options?: CallOptions): Promise<Tag>;
    /** List tags. Needs a token with the scope read. */
    list(input?: TagListInput, options?: CallOptions): Pages<TagListAnswer, Tag>;
    /** List the tags of a file and its segments. Needs a token with the scope read. */
    ofFile(input: TagOfFileInput, options?: CallOptions): Pages<TagOfFileAnswer, Tag>;
    /** List the tags of a segment. Needs a token with the scope read. */
    ofSegment(input: TagOfSegmentInput, options?: CallOptions): Pages<TagOfSegmentAnswer, Tag>;
    /** Show a tag. Needs a token with the scope read. */
    get(input: TagGetInput, options?: CallOptions): Promise<Tag>;
    /** Change the label or value of a tag. Needs a token with the scope write. */
    update(input: TagUpdateInput, options?: CallOptions): Promise<Tag>;
    /** Delete a tag. Needs a token with the scope write. */
    delete(input: TagDeleteInput, options?: CallOptions): Promise<TagDeleteAnswer>;
  };
  readonly webhook: {
    /** Subscribe a URL to events. Needs a token with the scope admin. */
    create(input?: WebhookCreateInput, options?: CallOptions): Promise<Webhook>;
    /** List webhooks. Needs a token with the scope admin. */
    list(input?: WebhookListInput, options?: CallOptions): Pages<WebhookListAnswer, Webhook>;
    /** Show a webhook. Needs a token with the scope admin. */
    get(input: WebhookGetInput, options?: CallOptions): Promise<Webhook>;
    /** Change a webhook; omitted fields keep their values. Needs a token with the scope admin. */
    update(input: WebhookUpdateInput, options?: CallOptions): Promise<Webhook>;
    /** Delete a webhook. Needs a token with the scope admin. */
    delete(input: WebhookDeleteInput, options?: CallOptions): Promise<WebhookDeleteAnswer>;
    /** Replace the secret of a webhook; the old one signs too for a while. Needs a token with the scope admin. */
    rotate(input: WebhookRotateInput, options?: CallOptions): Promise<Webhook>;
    /** Send a test event to a webhook, in one attempt. Needs a token with the scope admin. */
    test(input: WebhookTestInput, options?: CallOptions): Promise<WebhookDelivery>;
    /** List the deliveries of a webhook and their attempts. Needs a token with the scope admin. */
    deliveries(input: WebhookDeliveriesInput, options?: CallOptions): Pages<WebhookDeliveriesAnswer, WebhookDelivery>;
    /** Show a delivery, its event and the responses to its attempts. Needs a token with the scope admin. */
    delivery(input: WebhookDeliveryInput, options?: CallOptions): Promise<WebhookDelivery>;
    /** Deliver an event again, or try a pending delivery now. Needs a token with the scope admin. */
    redeliver(input: WebhookRedeliverInput, options?: CallOptions): Promise<WebhookDelivery>;
  };
  readonly segmentation: {
    /** Cut a file into segments. Needs a token with the scope write. */
    create(input: SegmentationCreateInput, options?: CallOptions): Promise<Segmentation>;
    /** List the segmentations of a file. Needs a token with the scope read. */
    list(input: SegmentationListInput, options?: CallOptions): Pages<SegmentationListAnswer, Segmentation>;
    /** Show a segmentation with a page of its segments. Needs a token with the scope read. */
    get(input: SegmentationGetInput, options?: CallOptions): Promise<Segmentation>;
    /** Waits until the segmentation is completed, and gives it; else a JobError */
    wait(input: { segmentation_id: string }, options?: WaitOptions): Promise<Segmentation>;
    /** Delete a segmentation that no collection uses. Needs a token with the scope write. */
    delete(input: SegmentationDeleteInput, options?: CallOptions): Promise<SegmentationDeleteAnswer>;
    /** List the thumbnails of a segmentation. Needs a token with the scope read. */
    thumbnails(input: SegmentationThumbnailsInput, options?: CallOptions): Pages<SegmentationThumbnailsAnswer, Thumbnail>;
  };
  readonly segment: {
    /** List the segments of a file. Needs a token with the scope read. */
    list(input: SegmentListInput, options?: CallOptions): Pages<SegmentListAnswer, Segment>;
    /** Show a segment. Needs a token with the scope read. */
    get(input: SegmentGetInput, options?: CallOptions): Promise<Segment>;
    /** Change the metadata of a segment. Needs a token with the scope write. */
    update(input: SegmentUpdateInput, options?: CallOptions): Promise<Segment>;
  };
  readonly thumbnail: {
    /** List the thumbnails of a file. Needs a token with the scope read. */
    list(input: ThumbnailListInput, options?: CallOptions): Pages<ThumbnailListAnswer, Thumbnail>;
  };
  readonly billing: {
    /** Show the balance of the account. Needs a token with the scope read. */
    balance(input?: Record<string, never>, options?: CallOptions): Promise<Balance>;
    /** List what the account was charged, refunded and given. Needs a token with the scope read. */
    ledger(input?: BillingLedgerInput, options?: CallOptions): Pages<BillingLedgerAnswer, LedgerEntry>;
    /** List what operations cost; all others are free. Needs a token with the scope read. */
    rates(input?: Record<string, never>, options?: CallOptions): Promise<BillingRatesAnswer>;
  };
  readonly pageLink: {
    /** Make a link that opens a page of the service once, signed in; an addition of this service. Needs a token with the scope read. */
    create(input?: PageLinkCreateInput, options?: CallOptions): Promise<PageLink>;
  };
}
