/** How what speaks for a sentence is weighed. */
interface Weights {
  readonly bias: number;
  /** In the order of featureNames. */
  readonly features: readonly number[];
  /** Sentences that are less likely answer nothing. */
  readonly least: number;
}

/** Made by `npm run bench -- answers --fit`, on scripts/bench/answers/fit and scripts/bench/search/a: where a reader reads the sentences, and without one. */
export const weights: Readonly<Record<'read' | 'unread', Weights>> = {
  read: {
    bias: -5.436,
    features: [-0.847, 1.816, 3.68, 2.424, 3.009, -0.909, 0.051, 1.657, 0.966, -0.672, 2.652, 0.773],
    least: 0.1,
  },
  unread: {
    bias: -8.998,
    features: [-1.568, 1.127, 9.127, 5.509, 2.622, -1.506, 0.103, 3.324, 0.536, 0.289],
    least: 0.16,
  },
};
