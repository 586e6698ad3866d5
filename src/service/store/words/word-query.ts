/** Columns of a document with text, in the order of the index. */
export const wordColumns = [
  'title',
  'summary',
  'speech',
  'scene_text',
  'visual_scene_description',
  'audio_description',
  'entities',
  'metadata',
] as const;

export type WordColumn = (typeof wordColumns)[number];

/** A full-text query. A document matches if it has one of the phrases. */
export interface WordQuery {
  /** Sequences of the analyser's terms. */
  readonly phrases: readonly (readonly string[])[];
  /** Search only these columns; default: all. */
  readonly columns?: readonly WordColumn[];
  /** Treat the last term of each phrase as a prefix. */
  readonly prefix?: boolean;
}

/** Docids from the first to the last. */
export interface DocidRange {
  readonly first: number;
  readonly last: number;
}

/** The analyser's terms of a document by column, separated by spaces. */
export interface DocumentTerms {
  readonly docid: number;
  readonly columns: Partial<Record<WordColumn, string>>;
}
