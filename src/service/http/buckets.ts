/** Capacity and refill rate of a bucket. */
export interface BucketSize {
  /** Tokens added per second; above 0. */
  readonly perSecond: number;
  /** Capacity, and so the largest burst; at least 1. */
  readonly burst: number;
}

/** Buckets by name. Every bucket starts full. */
export interface Buckets {
  /** Takes one token. Returns 0, or the seconds until the next token if the bucket is empty. */
  take(name: string): number;
}

/** Number of names to remember; beyond that the oldest is forgotten, which refills its bucket. */
const MOST_NAMES = 10_000;

/**
 * Token buckets: a caller may take in bursts, and over time no more than flows back. Not rate-limiter-flexible or
 * hono-rate-limiter: both count in fixed windows, so that twice the limit passes around the end of one, and both read
 * the clock themselves.
 * @param clock Unix milliseconds; when it is set back, nothing flows for once and nothing is lost
 */
export function makeBuckets({ perSecond, burst }: BucketSize, clock: () => number): Buckets {
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    take: (name) => {
      const now = clock();
      const bucket = buckets.get(name) ?? { level: burst, at: now };
      const seconds = Math.max(0, now - bucket.at) / 1000;
      const level = Math.min(burst, bucket.level + seconds * perSecond);
      const taken = level >= 1;
      buckets.set(name, { level: taken ? level - 1 : level, at: now });
      if (buckets.size > MOST_NAMES) forgetFirst(buckets);
      return taken ? 0 : (1 - level) / perSecond;
    },
  };
}

function forgetFirst(buckets: Map<string, unknown>): void {
  const { value } = buckets.keys().next();
  if (value !== undefined) buckets.delete(value);
}
