import type { SpeechLine } from '../lines.ts';

/** What chapters are made from: speech alone; speech with cuts and marks; everything, and finer. */
export type ChapterStrategy = 'transcript' | 'balanced' | 'comprehensive';

/** A shot and the colours of its picture, each with its share (0..1). Seconds. */
export interface ColouredShot {
  readonly start: number;
  readonly end: number;
  readonly colours: ReadonlyMap<string, number>;
}

/** Text that stood in the picture. Seconds. */
export interface ShownText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is known of a file, each in order of time. What was not looked at is empty. Seconds. */
export interface ChapterEvidence {
  readonly speech: readonly SpeechLine[];
  readonly shots: readonly ColouredShot[];
  readonly texts: readonly ShownText[];
  /** Where the media's own chapters begin. */
  readonly marks: readonly number[];
}

/** Which chapters are wanted. The counts are whole numbers of 1 or more; min is at most max. */
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

/** A place where a chapter may begin. */
export interface Candidate {
  /** Seconds. */
  readonly time: number;
  /** How much the content changes here: 0 not at all; a change of subject is about 0.3. */
  readonly score: number;
  /** How much the words of the prompt begin or end here. */
  readonly prompted: number;
}
