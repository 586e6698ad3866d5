/** Made by `npm run bench -- answers --fit`, on scripts/bench/answers/fit and scripts/bench/search/a. */
export const weights: {
  readonly bias: number;
  /** In the order of featureNames. */
  readonly features: readonly number[];
  /** Sentences that are less likely answer nothing. */
  readonly least: number;
} = {
  bias: -8.998,
  features: [-1.568, 1.127, 9.127, 5.509, 2.622, -1.506, 0.103, 3.324, 0.536, 0.289],
  least: 0.16,
};
