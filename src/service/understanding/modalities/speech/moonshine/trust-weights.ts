/** How much like English a line is. Made by `npm run bench -- hearing --fit`: see scripts/bench/hearing/fit.mjs. */
export const weights = {
  bias: 8.04,
  features: [6.52, 2.97, 17.16, -32.1],
} as const;

/** How likely at most a fifth of a line's words are wrong. Made by the same command: see scripts/bench/hearing/right.mjs. */
export const right = {
  bias: 3.8,
  features: [5.82, 0.74, 4.62],
} as const;
