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
    bias: -7.79,
    features: [-2.179, 1.88, 6.489, 4.241, 2.656, -1.151, 0.045, 3.181, 0.468, 0.231, 2.037, 1.371],
    least: 0.12,
  },
  unread: {
    bias: -8.998,
    features: [-1.568, 1.127, 9.127, 5.509, 2.622, -1.506, 0.103, 3.324, 0.536, 0.289],
    least: 0.16,
  },
};
