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
    factors: [
      0.575, -0.058, 0.11, 0.503, 0.26, 0.283, -0.357, 1.577, 0.871, -0.124, 1.201, -0.016, 0.276, 2.802,
      0.677, 1.323, -0.133, 0.03, -1.23, 0.095, 0.028, 2.682, 1.171, 0.745,
    ],
    none: [-2.976, -1.722, -3.524, -1.344, -2.508, -3.456, 0],
    least: 0.562,
  },
  words: {
    factors: [
      0, 0, 0, 0, 0, 0, 0, 2.624, -0.215, 1.571, 1.64, 1.154, 0.48, 2.848, 0.925, 1.686, -0.168, 0.379,
      -1.156, 0.006, -0.148, 1.974, 0.986, 0.997,
    ],
    none: [-2.113, -0.871, -2.956, 1.33, -0.198, -2.963, 0],
    least: 0.484,
  },
};
