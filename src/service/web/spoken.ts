/** A line of the transcript. Times are seconds on the player's time line. */
export interface SpokenLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
  /** Probability that it is right, 0 to 1, if its recogniser tells. */
  readonly confidence?: number;
}

/** A chapter. Times are seconds on the player's time line. */
export interface PageChapter {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** What is said in the media, and its chapters. Both are empty if it has not been analysed. */
export interface Spoken {
  readonly lines: readonly SpokenLine[];
  readonly chapters: readonly PageChapter[];
}
