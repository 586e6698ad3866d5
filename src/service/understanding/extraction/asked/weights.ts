/** How what speaks for a value is weighed; fitted, see scripts/bench/extraction-fit.mjs. */
export interface Weights {
  /** For each of featuresOf. */
  readonly factors: readonly number[];
  /** For each family of questions, how readily one of its candidates is the answer rather than none. */
  readonly none: readonly number[];
  /** A value is filled in from this likelihood on. */
  readonly least: number;
}

/** With the meanings of the packaged encoder, and for words alone. */
export const weights: Readonly<Record<'meaning' | 'words', Weights>> = {
  meaning: {
    factors: [],
    none: [],
    least: 0.5,
  },
  words: {
    factors: [],
    none: [],
    least: 0.5,
  },
};
