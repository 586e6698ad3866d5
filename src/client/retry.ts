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
  /** True when repeating the request changes nothing: GET and HEAD. */
  readonly safe: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((retrying: Retrying) => void) | undefined;
}

/** Runs `send`, and again where that is safe. Throws the last error. */
export async function withRetries<T>(send: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, signal, onRetry } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const delay = attempt <= policy.retries ? delayBefore(error, attempt, options) : undefined;
      if (delay === undefined) throw error;
      onRetry?.({ error: error as ApiError | NetworkError, attempt, delay });
      await sleep(delay, undefined, signal ? { signal } : {});
    }
  }
}

/** Milliseconds until the next try; undefined when there is to be none. */
function delayBefore(error: unknown, attempt: number, { safe, policy }: RetryOptions): number | undefined {
  const backoff = Math.min(policy.longest, 250 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
  if (error instanceof NetworkError) return safe && isPassing(error) ? backoff : undefined;
  if (!(error instanceof ApiError)) return undefined;
  // A service that says when to come back has not done the work: repeating is safe whatever the method.
  const refused = (error.status === 429 || error.status === 503) && error.retryAfter !== undefined;
  if (!refused && !(safe && error.retryable)) return undefined;
  if (error.retryAfter === undefined) return backoff;
  const asked = error.retryAfter * 1000;
  return asked <= policy.longest ? asked : undefined;
}

/** Nothing listens, no such host, a bad certificate: trying again at once changes nothing. */
const isPassing = ({ reason }: NetworkError): boolean => reason === 'reset' || reason === 'unreachable';

/** Seconds of a Retry-After header, which is a number of seconds or a date; undefined when it is neither. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
