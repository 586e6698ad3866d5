/** What was said or shown, to be quoted. Times in seconds. */
export interface Quotable {
  readonly modality: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
  /** Probability that it is right, 0 to 1; undefined for what was not recognised, or not judged. */
  readonly confidence?: number | undefined;
}

/** A part of a summary: a spoken sentence or an on-screen text in quotes, or what was seen in a file without words. */
export interface QuotedSentence extends Quotable {
  readonly modality: 'speech' | 'scene_text' | 'visual_scene_description';
}

/** A file in its own words: nothing in it is reworded. */
export interface Digest {
  /** The file's own title, a title card, or a sentence, which may be cut; undefined if the file has no words. */
  readonly title?: string;
  /** Whether the title is the one that the media itself has. */
  readonly titled?: boolean;
  /** A title for a file whose name says nothing: a sentence that is not much of a title. */
  readonly spare?: string;
  /** What was seen in a file without words, as a title: "Person and car". */
  readonly seen?: string;
  /** In order of time. */
  readonly summary: readonly QuotedSentence[];
}

/** Vectors of length 1 by text (white space collapsed); texts without one are compared by their words. */
export type TextVectors = ReadonlyMap<string, Float32Array>;
