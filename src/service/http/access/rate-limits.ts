import type { ServiceContext } from '../../context/context.ts';
import { tooManyRequests } from '../../errors.ts';

/** Capacity and refill rate of a bucket. */
interface BucketSize {
  /** Tokens added per second; above 0. */
  readonly perSecond: number;
  /** Capacity, and so the largest burst; at least 1. */
  readonly burst: number;
}

/** Buckets by name. Every bucket starts full. */
interface Buckets {
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

/** Request limits per caller. */
export interface RateLimits {
  /** Counts a request. @throws 429 with Retry-After if the token has reached its limit */
  request(tokenId: string): void;
  /**
   * Counts a failed sign-in. A known token always passes, so that others at the same address or behind the same proxy
   * cannot lock its owner out.
   * @param address the peer's address; requests without a connection (undefined) are not counted
   * @throws 429 with Retry-After if the address has reached its limit
   */
  failedSignIn(address: string | undefined): void;
}

/** Size of a burst, in seconds of requests. */
const BURST_SECONDS = 5;

/** The limits of the configuration; 0 means no limit. */
export function rateLimits({ config, clock }: ServiceContext): RateLimits {
  const { requestsPerSecond: perSecond, failedSignInsPerMinute: perMinute } = config;
  const requests =
    perSecond > 0 && makeBuckets({ perSecond, burst: Math.max(1, perSecond * BURST_SECONDS) }, clock);
  const failures =
    perMinute > 0 && makeBuckets({ perSecond: perMinute / 60, burst: Math.max(1, perMinute) }, clock);
  return {
    request: (tokenId) => {
      const wait = requests ? requests.take(tokenId) : 0;
      if (wait > 0) refuse(`too many requests with this token: ${perSecond} per second are allowed`, wait);
    },
    failedSignIn: (address) => {
      const wait = failures && address !== undefined ? failures.take(address) : 0;
      if (wait > 0)
        refuse(`too many failed sign-ins from ${address}: ${perMinute} per minute are allowed`, wait);
    },
  };
}

function refuse(message: string, seconds: number): never {
  throw tooManyRequests(`${message}; try again in ${Math.max(1, Math.ceil(seconds))} s`, seconds);
}
