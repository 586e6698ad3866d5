import type { ServiceContext } from '../context/context.ts';
import { tooManyRequests } from '../errors.ts';
import { makeBuckets } from './buckets.ts';

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
