/** Made by `npm run bench -- hearing --fit`: see scripts/bench/hearing/fit.mjs. */
export const weights = {
  bias: 4,
  features: [6, 0, 0, 0, 0],
} as const;
