/**
 * How a worker ended that should not have:
 * - `crashed`: by itself, out of memory or by a signal of its own making
 * - `ended`: by somebody else's signal (the system's when memory is short, an operator's), or by an error of ours
 * - `together`: with all other workers, which no job does
 */
export type Cause = 'crashed' | 'ended' | 'together';

/** The end of a worker. */
export interface Death {
  readonly cause: Cause;
  /** How it died, as a phrase that follows "the worker": "ran out of memory". */
  readonly reason: string;
  /** Pause before a job that had begun runs again, in milliseconds; doubled for each death before: see `pauseAfter`. */
  readonly pauseMs: number;
}

/** A job with at least this many points runs alone, so that its neighbours are not blamed for what it does. */
export const SUSPECT = 25;

/** A job with at least this many points is not run again. */
export const GUILTY = 100;

/**
 * Points against a job whose run was cut off without a sign that it was to blame: its lease expired, or service and
 * workers ended together. Fifty in a row are a sign.
 */
export const CUT_OFF = 2;

/** Points against the only job that had begun in a worker: two crashes, or four ends, make it guilty. */
export const ALONE: Readonly<Record<Cause, number>> = { crashed: 50, ended: 25, together: CUT_OFF };

/** Points against each of several: one of them may have done it. */
export const AMONG_OTHERS: Readonly<Record<Cause, number>> = { ...ALONE, crashed: 25 };

/** How often the pause is doubled at most. */
export const MOST_DOUBLED = 7;

/** Milliseconds before a job with this many points runs again. The driver for SQLite writes the same in SQL. */
export function pauseAfter(pauseMs: number, points: number): number {
  return pauseMs * 2 ** Math.min(Math.floor(points / SUSPECT), MOST_DOUBLED);
}
