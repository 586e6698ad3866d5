/** What a bucket holds, and how fast it fills. */
export interface BucketSize {
  /** What flows back in a second; above 0. */
  readonly perSecond: number;
  /** What it holds when it is full, and so what can be taken at once; at least 1. */
  readonly burst: number;
}

/** Buckets by name: each of them starts full. */
export interface Buckets {
  /** Takes one out. Gives 0, or where the bucket is empty the seconds until there is one to take. */
  take(name: string): number;
}

/** So many names are remembered; then the one that came first is forgotten, which fills its bucket. */
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
