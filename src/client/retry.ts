/** Decides which requests are retried, and when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, NetworkError } from './errors.ts';

export interface RetryPolicy {
  /** Maximum number of retries after the first attempt. */
  readonly retries: number;
  /** Maximum delay before a retry, in ms. If a service asks for more, its error is shown instead. */
  readonly longest: number;
}

export const defaultRetries: RetryPolicy = { retries: 3, longest: 60_000 };

/** A failed attempt that is about to be retried. */
export interface Retrying {
  readonly error: ApiError | NetworkError;
  /** 1 for the first retry. */
  readonly attempt: number;
  /** Delay before the retry, in ms. */
  readonly delay: number;
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  /** True when sending it twice has the same effect as once: GET, HEAD, PUT and DELETE. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: OnRetry | undefined;
}

/** Called before the delay; the function it returns is called after the delay. */
export type OnRetry = (retrying: Retrying) => (() => void) | undefined;

/** Runs `send` with the number of the attempt, from 1, and retries where that is safe. Throws the last error. */
export async function withRetries<T>(
  send: (attempt: number) => Promise<T>,
  options: RetryOptions,
): Promise<T> {
  const { policy, signal, onRetry } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(attempt);
    } catch (error) {
      const delay = attempt <= policy.retries ? delayBefore(error, attempt, options) : undefined;
      if (delay === undefined) throw error;
      const over = onRetry?.({ error: error as ApiError | NetworkError, attempt, delay });
      await sleep(delay, undefined, signal ? { signal } : {}).finally(over);
    }
  }
}

/** Milliseconds before the next attempt; undefined for no retry. */
function delayBefore(error: unknown, attempt: number, options: RetryOptions): number | undefined {
  const { idempotent, policy } = options;
  const backoff = Math.min(policy.longest, 250 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
  if (error instanceof NetworkError) return isPassing(error, idempotent) ? backoff : undefined;
  if (!(error instanceof ApiError)) return undefined;
  // A service that says when to retry has not processed the request: any method can be retried.
  const refused = (error.status === 429 || error.status === 503) && error.retryAfter !== undefined;
  if (!refused && !(idempotent && error.retryable)) return undefined;
  const asked = (error.retryAfter ?? 0) * 1000;
  // A date in the past, by the local clock, says nothing about the delay.
  if (asked === 0) return backoff;
  return asked <= policy.longest ? asked : undefined;
}

/**
 * Whether a retry may help and is safe. A refused connection carried no request, so any method can be
 * retried; on this machine it means that no service is running. An unknown host or a bad certificate will not
 * change.
 */
function isPassing({ fault, local }: NetworkError, idempotent: boolean): boolean {
  if (fault === 'refused') return !local;
  return idempotent && (fault === 'reset' || fault === 'unreachable');
}

/** The seconds of a Retry-After header (seconds or a date); undefined if it is neither. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
  // Date.parse would read -5 as a year.
  const date = /^[a-z]{3,},? /i.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
