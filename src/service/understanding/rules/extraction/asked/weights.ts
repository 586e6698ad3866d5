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
      0.302, -0.342, 0.38, 0.353, 0.102, 0.193, -0.235, 1.546, 0.818, 0.118, 1.14, 0.168, 0.078, 3.071, 0.631,
      1.278, 0.131, 0.107, -1.07, 0.338, 0.154, 2.566, 0.909, 0.721, 2.656, 1.201, 0.062,
    ],
    none: [-2.119, -1.138, -2.439, -0.352, -1.522, -2.555, 0],
    least: 0.489,
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
