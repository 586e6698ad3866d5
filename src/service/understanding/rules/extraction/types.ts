import type { Evidence, ExtractConfig } from '../../../../contract/index.ts';
import type { SpeechWord } from '../../modalities/lines.ts';

/** The entity types of the typed extractors, also used as property names if there is no schema. */
export const entityTypes = [
  'people',
  'places',
  'organizations',
  'dates',
  'times',
  'money',
  'percentages',
  'quantities',
  'emails',
  'urls',
  'phone_numbers',
  'speakers',
  'topics',
  'action_items',
] as const;

export type EntityType = (typeof entityTypes)[number];

/** Words that were said, shown or written, and where. Times in seconds; metadata has no time. */
export interface Passage {
  readonly source: Evidence['source'];
  readonly text: string;
  readonly start?: number;
  readonly end?: number;
  readonly speaker?: string;
  readonly words?: readonly SpeechWord[];
  /** Of what was recognised, if the recogniser tells: see modality lines. */
  readonly confidence?: number;
}

/** Who will do what, and by when if that was said; verbatim. */
export interface Task {
  readonly owner: string;
  readonly text: string;
  readonly due?: { readonly text: string; readonly value?: string | number };
}

/** An entity in a passage. */
export interface Mention {
  readonly type: EntityType;
  /** Verbatim from the passage. */
  readonly text: string;
  /** The same for all mentions of one thing. */
  readonly key: string;
  /** The machine-readable form: an ISO 8601 date, an E.164 number, an amount. Left out if uncertain. */
  readonly value?: string | number;
  /** For an amount: the currency code or unit, if stated. */
  readonly unit?: string;
  /** For an action item. */
  readonly task?: Task;
  readonly passage: Passage;
  /** Position in the passage, in characters. */
  readonly from: number;
}

export type Entities = Record<string, unknown>;

/** The entities of some passages. */
export interface Extracted {
  readonly entities: Entities;
  readonly evidence: Evidence[];
  /** What could not be answered. */
  readonly warnings: string[];
}

/** What to extract: a prompt, a checked schema, or both. */
export type Wish = Pick<ExtractConfig, 'prompt' | 'schema'>;

/** Extracts entities from the passages of one file. */
export interface Extractor {
  /** The provider of the entities and their quality, in words. */
  readonly provider: string;
  /** Notes about all of its results. */
  readonly notes: readonly string[];
  /**
   * @param passages of the file or of one segment, in order of time
   * @throws Error with a readable reason if it fails
   */
  extract(passages: readonly Passage[], signal: AbortSignal): Promise<Extracted>;
}
