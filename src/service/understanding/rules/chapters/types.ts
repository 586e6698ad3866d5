import type { narrativeStrategies, OneOf } from '../../../../contract/index.ts';
import type { SpeechLine } from '../../modalities/lines.ts';

/** What chapters are made from: speech only; speech with cuts and marks; everything, in finer steps. */
export type ChapterStrategy = OneOf<typeof narrativeStrategies>;

/** A shot and the share (0..1) of each colour in its picture. Times in seconds. */
export interface ColouredShot {
  readonly start: number;
  readonly end: number;
  readonly colours: ReadonlyMap<string, number>;
}

/** On-screen text. Times in seconds. */
export interface ShownText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The evidence from a file, each list in order of time. Modalities that were not analysed are empty. Times in seconds.
 */
export interface ChapterEvidence {
  readonly speech: readonly SpeechLine[];
  readonly shots: readonly ColouredShot[];
  readonly texts: readonly ShownText[];
  /** Those that are headings: in large letters, and not what any film shows. */
  readonly headings: readonly ShownText[];
  /** Start times of the media's own chapters. */
  readonly marks: readonly number[];
}

/** The requested chapters. Counts are integers of 1 or more; min is at most max. */
export interface ChapterWish {
  readonly strategy: ChapterStrategy;
  readonly prompt?: string | undefined;
  readonly number?: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The window in seconds; `end` is above `start`. */
  readonly start: number;
  readonly end: number;
}

/** A possible chapter start. */
export interface Candidate {
  /** Seconds. */
  readonly time: number;
  /** How much the content changes here: 0 not at all; a change of subject is about 0.3. */
  readonly score: number;
  /** How much the words of the prompt start or stop here. */
  readonly prompted: number;
}
