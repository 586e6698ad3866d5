/**
 * What a film in one language says, a line a segment, and what is asked about it. The questions were written from the
 * language's own rules before the analyser was: `tuned` may be looked at while it is worked on, `held` may not.
 */
export interface Spoken {
  /** In English, for the titles of tests. */
  readonly language: string;
  readonly lines: readonly string[];
  readonly tuned: readonly Question[];
  readonly held: readonly Question[];
}

/**
 * `said`: words as they were said. `form`: another form of them: inflected, part of a compound, with a clitic, without
 * diacritics, in another width.
 */
export type Question = readonly [kind: 'said' | 'form', query: string, line: number];
