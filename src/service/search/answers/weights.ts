/** How what speaks for a sentence is weighed. */
interface Weights {
  readonly bias: number;
  /** In the order of featureNames. */
  readonly features: readonly number[];
  /** Where the best sentence is less likely, nothing answers. */
  readonly least: number;
}

/** Made by `npm run bench -- answers --fit`, on scripts/bench/answers/fit and scripts/bench/search/a: where a reader reads the sentences, and without one. */
export const weights: Readonly<Record<'read' | 'unread', Weights>> = {
  read: {
    bias: -7.065,
    features: [-2.196, 2.379, 4.892, 4.004, 2.405, -0.988, 0.028, 3.153, 0.418, 0.474, 2.979, 1.219],
    least: 0.11,
  },
  unread: {
    bias: -8.998,
    features: [-1.568, 1.127, 9.127, 5.509, 2.622, -1.506, 0.103, 3.324, 0.536, 0.289],
    least: 0.16,
  },
};
