/** What was said or shown, to be quoted. Times in seconds. */
export interface Quotable {
  readonly modality: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
}

/** A spoken sentence or an on-screen text that is quoted in a summary. */
export interface QuotedSentence extends Quotable {
  readonly modality: 'speech' | 'scene_text';
}

/** A file in its own words: nothing in it is reworded. */
export interface Digest {
  /** The file's own title, a title card, or a sentence, which may be cut; undefined if the file has no words. */
  readonly title?: string;
  /** In order of time. */
  readonly summary: readonly QuotedSentence[];
}

/** Vectors of length 1 by text (white space collapsed); texts without one are compared by their words. */
export type TextVectors = ReadonlyMap<string, Float32Array>;
