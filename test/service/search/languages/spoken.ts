/**
 * The speech of a film in one language, one line per segment, and questions about it. The questions follow the rules of
 * the language and were written before the analyser. You may tune by `tuned`; never read or tune by `held`.
 */
export interface Spoken {
  /** English name, for test titles. */
  readonly language: string;
  readonly lines: readonly string[];
  readonly tuned: readonly Question[];
  readonly held: readonly Question[];
}

/**
 * `said`: words as in the line. `form`: other forms of them: inflected, part of a compound, with a clitic, without
 * diacritics, or in another width. `line` is an index into `lines`.
 */
export type Question = readonly [kind: 'said' | 'form', query: string, line: number];
