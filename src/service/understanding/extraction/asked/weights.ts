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
    factors: [0.759, -0.501, 0.145, 0.633, 0.341, 0.247, -0.341, 1.593, 0.821, -0.294, 1.223, 0.009, 0.361, 2.78, 0.734, 0.333, -0.122, 0.042, -1.287, 0.161, 0.09, 2.782, 1.161, 0.671],
    none: [-2.801, -1.548, -3.387, 1.072, -0.71, -3.302, 0],
    least: 0.561,
  },
  words: {
    factors: [0, 0, 0, 0, 0, 0, 0, 2.564, -0.206, 1.572, 1.611, 1.292, 0.33, 2.856, 1.138, -0.283, -0.181, 0.367, -1.148, 0.022, -0.122, 1.973, 1.002, 1.036],
    none: [-2.176, -0.878, -2.959, 1.434, 1.25, -2.991, 0],
    least: 0.483,
  },
};
