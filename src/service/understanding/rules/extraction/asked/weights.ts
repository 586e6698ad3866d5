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
      0.227, -0.303, 0.36, 0.298, -0.148, 0.21, -0.37, 1.564, 0.585, 0.059, 0.918, 0.218, -0.04, 3.154, 0.519,
      1.189, 0.286, 0.2, -1.055, 0.289, -0.072, 2.593, 0.9, 0.734, 2.539, 1.208, 0.717,
    ],
    none: [-1.974, -0.969, -2.253, -0.178, -1.4, -2.356, 0],
    least: 0.423,
  },
  words: {
    factors: [
      0, 0, 0, 0, 0, 0, 0, 2.619, -0.211, 1.572, 1.641, 1.153, 0.484, 2.836, 0.934, 1.685, -0.168, 0.371,
      -1.156, 0.008, -0.153, 1.977, 0.986, 0.997, 0, 0, 0,
    ],
    none: [-2.105, -0.859, -2.947, 1.334, -0.262, -2.957, 0],
    least: 0.481,
  },
};
