/** Made by `npm run bench -- search --fit`, from the questions of scripts/bench/search/a and answers/fit: see search/fit.mjs. */
export const weights = {
  bias: -10.968,
  features: [4.384, 20.085, -2.31, 8.416, -10.863],
  /** One in twenty right results is below it. */
  least: 0.024,
} as const;
