/** How what speaks for a value is weighed; fitted, see scripts/bench/extraction-fit.mjs. */
export interface Weights {
  /** Bias, then a factor for each of featuresOf. */
  readonly alone: readonly number[];
  /** Bias, then a factor for each of amongOf. */
  readonly among: readonly number[];
  /** A value is filled in from this likelihood on. */
  readonly least: number;
}

/** With the meanings of the packaged encoder, and for words alone. */
export const weights: Readonly<Record<'meaning' | 'words', Weights>> = {
  meaning: {
    alone: [-5.12, 0.61, 0.61, 0.54, 0.68, 0.71, 0.15, 0.73, 1.05, 0.03, 1.54, 0.82, 0.07, -0.07, 0.09, 0.7, -0.76, -0.13, -0.62, 1.33, 1.42, -1.24, 0],
    among: [0.07, 0.94, -0.01, -0.02],
    least: 0.52,
  },
  words: {
    alone: [-4.34, 0, 0, 0, 0, 1.86, 0.63, 1.56, 1.26, 0.04, 1.78, 1.49, -0.22, -0.18, 0.04, 0.81, -0.58, 0.03, -0.81, 1.61, 0.98, -1.23, 0],
    among: [-1.57, 0.45, 0.6, -0.29],
    least: 0.61,
  },
};
