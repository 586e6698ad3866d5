/** Made by `npm run bench -- hearing --fit --seconds 30`: see scripts/bench/hearing/fit.mjs. */
export const weights = {
  bias: -13.636,
  features: [15.824, 6.541, -8.062, 0.454],
} as const;
