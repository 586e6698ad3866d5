/** Made by `npm run bench -- hearing --fit --seconds 30`: see scripts/bench/hearing/fit.mjs. */
export const weights = {
  bias: -26.39,
  features: [24.032, 6.485, -3.237],
} as const;
