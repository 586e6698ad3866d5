/** Credits are stored as whole millionths, so that sums are exact. */
const MICROS = 1_000_000;

/** The most credits that an account can hold. Its millionths are still exact as a number. */
export const MOST_CREDITS = 9_000_000_000;

/** Whole millionths of an amount in credits, rounded to the nearest. */
export const microsOf = (credits: number): number => Math.round(credits * MICROS);

/** The amount in credits, for people and answers. Never add such amounts up: add the millionths. */
export const creditsOf = (micros: number): number => micros / MICROS;

/**
 * What the service charges for: the only place that names a price. An operation that is not here is free. A minute that
 * has begun counts as a whole one, and each run counts as one minute at least.
 */
export const rates = {
  'find-moments.run': {
    unit: 'minute of media',
    /** Millionths of a credit for each unit. */
    micros: 1_000_000,
    about:
      'A criterion applied to a file, by an attachment or by find-moments create. Charged when the run begins; an earlier run ' +
      'with the same criterion and options is used again for free, and a run that fails or is cancelled is refunded.',
  },
} as const;

/** The rate card as the API shows it, in credits. */
export const rateCard = () =>
  Object.entries(rates).map(([operation, { unit, micros, about }]) => ({
    operation,
    unit,
    credits: creditsOf(micros),
    about,
  }));
