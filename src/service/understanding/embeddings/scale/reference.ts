import type { LogOdds } from './log-odds.ts';

/** The packaged encoder on the examples. Made by `npm run bench -- search --fit`, with the weights of the likelihood. Do not edit. */
export const REFERENCE: LogOdds = { base: -5.23, slope: 22.5 };
