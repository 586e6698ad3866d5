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
    bias: -7.36,
    features: [
      -1.23, 1.651, 2.994, 4.36, 1.136, -0.797, 0.058, 3.362, 0.432, 0.392, 3.579, 0.509, 3.037, 1.741,
    ],
    least: 0.11,
  },
  unread: {
    bias: -9.35,
    features: [-0.941, 0.71, 7.863, 6.022, 1.835, -1.357, 0.148, 3.528, 0.52, 0.319, 2.411, 0.43],
    least: 0.16,
  },
};
