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
      0.32, -0.367, 0.477, 0.249, -0.029, 0.16, -0.245, 1.415, 0.569, 0.158, 1.017, 0.168, -0.004, 3.117,
      0.515, 1.321, 0.418, 0.188, -1.079, 0.421, 0.086, 2.522, 0.924, 0.82, 3.058, 1.33, 0.105,
    ],
    none: [-1.816, -1.019, -2.124, 0.047, -1.194, -2.35, 0],
    least: 0.506,
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
