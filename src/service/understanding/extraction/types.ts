import type { Evidence, ExtractConfig } from '../../../contract/index.ts';
import type { SpeechWord } from '../lines.ts';

/** What the typed extractors find. The names are those of the entities where no schema gives others. */
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
] as const;

export type EntityType = (typeof entityTypes)[number];

/** Words that were said, shown or written, with where. Seconds; metadata has no time. */
export interface Passage {
  readonly source: Evidence['source'];
  readonly text: string;
  readonly start?: number;
  readonly end?: number;
  readonly speaker?: string;
  readonly words?: readonly SpeechWord[];
}

/** An entity in a passage. */
export interface Mention {
  readonly type: EntityType;
  /** As it stands in the passage. */
  readonly text: string;
  /** The same for all mentions of one thing. */
  readonly key: string;
  /** The form for machines: an ISO 8601 date, an E.164 number, the amount. Left out where it is not certain. */
  readonly value?: string | number;
  /** Of an amount: the currency's code or the unit, as far as it is said. */
  readonly unit?: string;
  readonly passage: Passage;
  /** Where in the passage, in characters. */
  readonly from: number;
}

export type Entities = Record<string, unknown>;

/** What was taken out of passages. */
export interface Extracted {
  readonly entities: Entities;
  readonly evidence: Evidence[];
  /** What could not be answered. */
  readonly warnings: string[];
}

/** What is to be extracted: a prompt, a checked schema, or both. */
export type Wish = Pick<ExtractConfig, 'prompt' | 'schema'>;

/** Takes entities out of the passages of one file. */
export interface Extractor {
  /** What makes the entities, and how good they are, in words. */
  readonly provider: string;
  /** Sentences about all of its answers. */
  readonly notes: readonly string[];
  /**
   * @param passages of the file or of one segment, in order of time
   * @throws Error with a readable reason when it cannot
   */
  extract(passages: readonly Passage[], signal: AbortSignal): Promise<Extracted>;
}
