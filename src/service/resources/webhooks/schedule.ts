const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Delays after each failed attempt, in milliseconds: together 75.6 hours, as Standard Webhooks suggests. */
const DELAYS = [
  ...[5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];

/** A delay grows by up to this part, so that receivers do not get all retries at once. */
const JITTER = 0.1;

/** A receiver can delay the next attempt for at most this long, in milliseconds. */
const LONGEST_MS = 24 * HOUR;

/**
 * @param tries failed attempts so far, 1 or more
 * @param chance 0 to 1
 * @param retryAfter value of the response's Retry-After header, in seconds or as a date
 * @returns milliseconds until the next attempt: the delay of the schedule, or what the receiver asks if that is longer
 */
export function delayAfter(
  tries: number,
  chance: number,
  retryAfter: string | undefined,
  now: number,
): number {
  const delay = DELAYS[Math.min(tries, DELAYS.length) - 1] ?? LONGEST_MS;
  return Math.max(
    Math.round(delay * (1 + JITTER * chance)),
    Math.min(askedDelay(retryAfter, now), LONGEST_MS),
  );
}

function askedDelay(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
