/** Made by `npm run bench -- search --fit`, from the questions of scripts/bench/search/a: see scripts/bench/search/fit.mjs. */
export const weights = {
  bias: -8.087,
  features: [8.417, 15.079, 6.037, -5.034],
  /** One in twenty right results is below it. */
  least: 0.032,
} as const;
