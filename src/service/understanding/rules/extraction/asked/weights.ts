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
      0.575, -0.057, 0.109, 0.503, 0.261, 0.282, -0.354, 1.572, 0.873, -0.126, 1.201, -0.014, 0.276, 2.801,
      0.677, 1.324, -0.133, 0.029, -1.231, 0.095, 0.028, 2.682, 1.171, 0.746,
    ],
    none: [-2.976, -1.722, -3.524, -1.345, -2.509, -3.456, 0],
    least: 0.562,
  },
  words: {
    factors: [
      0, 0, 0, 0, 0, 0, 0, 2.619, -0.211, 1.572, 1.641, 1.153, 0.484, 2.836, 0.934, 1.685, -0.168, 0.371,
      -1.156, 0.008, -0.153, 1.977, 0.986, 0.997,
    ],
    none: [-2.105, -0.859, -2.947, 1.334, -0.262, -2.957, 0],
    least: 0.481,
  },
};
