/** Which requests are tried again, and when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, NetworkError } from './errors.ts';

export interface RetryPolicy {
  /** How often a request is tried again after its first time. */
  readonly retries: number;
  /** Longest wait between two tries, in ms: a service that asks for more gets its error shown instead. */
  readonly longest: number;
}

export const defaultRetries: RetryPolicy = { retries: 3, longest: 60_000 };

/** A try that failed, about to be repeated. */
export interface Retrying {
  readonly error: ApiError | NetworkError;
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** How long until then, in ms. */
  readonly delay: number;
}

export interface RetryOptions {
  readonly policy: RetryPolicy;
  /** True when sending it twice does the same as sending it once: GET, HEAD, PUT and DELETE. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: OnRetry | undefined;
}

/** Told before the pause; what it gives back is called when the pause is over. */
export type OnRetry = (retrying: Retrying) => (() => void) | undefined;

/** Runs `send`, which gets the number of the try from 1, and again where that is safe. Throws the last error. */
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

/** Milliseconds until the next try; undefined when there is to be none. */
function delayBefore(error: unknown, attempt: number, options: RetryOptions): number | undefined {
  const { idempotent, policy } = options;
  const backoff = Math.min(policy.longest, 250 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
  if (error instanceof NetworkError) return isPassing(error, idempotent) ? backoff : undefined;
  if (!(error instanceof ApiError)) return undefined;
  // A service that says when to come back has not done the work: repeating is safe whatever the method.
  const refused = (error.status === 429 || error.status === 503) && error.retryAfter !== undefined;
  if (!refused && !(idempotent && error.retryable)) return undefined;
  const asked = (error.retryAfter ?? 0) * 1000;
  // A time that has passed by the clock here says nothing of how long to wait.
  if (asked === 0) return backoff;
  return asked <= policy.longest ? asked : undefined;
}

/**
 * Whether trying again may help and does no harm. A connection that was refused carried nothing, so any method may
 * try again; on this machine nobody is behind it who would come back in a second. No such host, a bad certificate:
 * these stay as they are.
 */
function isPassing({ reason, local }: NetworkError, idempotent: boolean): boolean {
  if (reason === 'refused') return !local;
  return idempotent && (reason === 'reset' || reason === 'unreachable');
}

/** Seconds of a Retry-After header, which is a number of seconds or a date; undefined when it is neither. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
  // Date.parse takes -5 for a year.
  const date = /^[a-z]{3,},? /i.test(header.trim()) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
