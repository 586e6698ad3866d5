/**
 * What the bounds of lists by time mean, in words: a day stands for its start in UTC, `after` includes the bound and
 * `before` does not, so that adjacent windows neither overlap nor leave a gap. Plain data, for help and for the API.
 */

/** @param what happened to what is listed: created, added */
export const boundsInWords = (what: string) =>
  ({
    before: `Only those ${what} before this day (YYYY-MM-DD, from 0:00 UTC) or date-time`,
    after: `Only those ${what} on this day (YYYY-MM-DD, from 0:00 UTC) or later; or at this date-time or later`,
  }) as const;
