/** Credits are stored as whole millionths, so that sums are exact. */
const MICROS = 1_000_000;

/** The most credits that an account can hold. Its millionths are still exact as a number. */
export const MOST_CREDITS = 9_000_000_000;

/** Whole millionths of an amount in credits, rounded to the nearest. */
export const microsOf = (credits: number): number => Math.round(credits * MICROS);

/** The amount in credits, for people and answers. Never add such amounts up: add the millionths. */
export const creditsOf = (micros: number): number => micros / MICROS;
