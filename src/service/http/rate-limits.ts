import type { ServiceContext } from '../context/context.ts';
import { tooManyRequests } from '../errors.ts';
import { makeBuckets } from './buckets.ts';

/** How much one caller may ask for. */
export interface RateLimits {
  /** Counts a request. @throws 429 with Retry-After when the token has had its share */
  request(tokenId: string): void;
  /**
   * Counts a sign-in that failed. A token that is known always passes: nobody else at the same address, or behind
   * the same proxy, can lock its owner out.
   * @param address where the connection comes from; undefined, for a request that came over none, is not counted
   * @throws 429 with Retry-After when the caller's address has had its share
   */
  failedSignIn(address: string | undefined): void;
}

/** Seconds of requests that may come at once. */
const BURST_SECONDS = 5;

/** The limits as the configuration sets them; 0 sets none. */
export function rateLimits({ config, clock }: ServiceContext): RateLimits {
  const { requestsPerSecond: perSecond, failedSignInsPerMinute: perMinute } = config;
  const requests =
    perSecond > 0 && makeBuckets({ perSecond, burst: Math.max(1, perSecond * BURST_SECONDS) }, clock);
  const failures =
    perMinute > 0 && makeBuckets({ perSecond: perMinute / 60, burst: Math.max(1, perMinute) }, clock);
  return {
    request: (tokenId) => {
      const wait = requests ? requests.take(tokenId) : 0;
      if (wait > 0) refuse(`too many requests with this token: ${perSecond} a second are taken`, wait);
    },
    failedSignIn: (address) => {
      const wait = failures && address !== undefined ? failures.take(address) : 0;
      if (wait > 0) refuse(`too many failed sign-ins from ${address}: ${perMinute} a minute are taken`, wait);
    },
  };
}

function refuse(message: string, seconds: number): never {
  throw tooManyRequests(`${message}; try again in ${Math.max(1, Math.ceil(seconds))} s`, seconds);
}
