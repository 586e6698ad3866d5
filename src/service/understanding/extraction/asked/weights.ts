/** Fitted by `npm run bench -- extraction-fit` on the fit half of the sets; see scripts/bench/extraction-fit.mjs. */
export const weights = {
  /** Bias, then a factor for each of featuresOf. */
  alone: [-7, 0.5, 2, 2.5, 1, 2, 1.5, 1.5, 2, 1, 1.5, -1.5, -0.7, 1, 0, 0, 0, 0, 0, 0, 0],
  /** Bias, then factors for its own odds, its lead over another value, and another field's odds over its own. */
  among: [-0.5, 1, 0.3, -0.6],
  /** A value is filled in from this likelihood on. */
  least: 0.5,
};
