/** The client of a vau service as a library: `import { createClient } from 'vau-cli'`. */
import type { Operations } from './operations.js';

export type * from './operations.js';

export interface ClientOptions {
  /** Ends in /v1. Default: VAU_BASE_URL of the environment. */
  readonly baseUrl?: string | undefined;
  /** Default: VAU_TOKEN of the environment. */
  readonly token?: string | undefined;
  /** Seconds for a whole response, from the end of the request; default 900. */
  readonly timeout?: number | undefined;
  /** How often a request is sent again where that is safe; default 3. */
  readonly retries?: number | undefined;
  /** Sends the requests; default: that of Node. Give your own for a proxy or for certificates. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default: vau and its version. */
  readonly userAgent?: string | undefined;
}

export interface CallOptions {
  /** Ends the request; its promise is then rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** False: sent once, whatever happens. */
  readonly retry?: boolean | undefined;
  /** Called with the bytes sent and the total of an upload. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
  /** Called with each event of a streamed response; the promise then gives undefined. */
  readonly onEvent?: ((event: unknown) => void) | undefined;
}

export interface WaitOptions {
  /** Seconds until the wait ends with a TimedOutError, while the job goes on; default 1800. 0 looks once. */
  readonly timeout?: number | undefined;
  /** Seconds before the second look, above 0; each later one waits half as long again, up to 30. Default 1. */
  readonly interval?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the state has changed, with it and the resource. */
  readonly onChange?: ((status: string, resource: unknown) => void) | undefined;
}

/**
 * A list: `await` gives the page that was asked for, `for await` every item from there on, page by page. Nothing is sent
 * before either. Leaving the loop sends no more requests.
 */
export interface Pages<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {}

/** Operations as methods, by the words of the command line: `vau share create` is `vau.share.create(...)`. */
export interface VauClient extends Operations {
  /** The base URL in its normal form. */
  readonly baseUrl: string;
  /**
   * Sends any request below the base URL. @param path with a leading slash @returns the JSON of the response, or its text
   */
  request(method: string, path: string, body?: unknown, options?: CallOptions): Promise<unknown>;
}

/** A client of one service. Nothing is sent. @throws ClientError when the base URL or the token cannot be used */
export function createClient(options?: ClientOptions): VauClient;

/** Why a request or a job did not succeed; the same words as the `code` of an error on the command line. */
export type Reason =
  | 'usage'
  | 'sign_in'
  | 'refused'
  | 'not_found'
  | 'conflict'
  | 'rate_limit'
  | 'bad_request'
  | 'service'
  | 'answer'
  | 'network'
  | 'job_failed'
  | 'job_cancelled'
  | 'timed_out';

/** Every error of this library except the reason of a signal. */
export class VauError extends Error {
  readonly reason: Reason;
}

/** Nothing was sent: a bad base URL, or an input that the operation does not have. */
export class ClientError extends VauError {}

/** The service answered with an error. */
export class ApiError extends VauError {
  /** HTTP status. */
  readonly status: number;
  /** Id of the operation, or method and path of a free request. */
  readonly operation: string;
  /** The service's id of the request, for its log. */
  readonly requestId: string | undefined;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds that the service asked to wait. */
  readonly retryAfter: number | undefined;
}

/** 401: no token, or the service does not know it. */
export class SignInError extends ApiError {}
/** 402 and 403: the balance or the scope of the token does not allow it. */
export class RefusedError extends ApiError {}
/** 402: the balance is too low. */
export class BalanceError extends RefusedError {}
/** 404 and 410. */
export class NotFoundError extends ApiError {}
/** 409 */
export class ConflictError extends ApiError {}
/** 429; see `retryAfter`. */
export class RateLimitError extends ApiError {}
/** 400 and other errors in the request. */
export class BadRequestError extends ApiError {}
/** 5xx: the service failed. */
export class ServiceError extends ApiError {}

/** The service reported success, but the response is not one of this API: check the base URL. */
export class AnswerError extends VauError {
  readonly operation: string;
  readonly requestId: string | undefined;
}

/** No response. */
export class NetworkError extends VauError {
  readonly host: string;
  /** What to check. */
  readonly hint: string;
}

/** A wait ended without a completed job. */
export class JobError extends VauError {
  /** The last state seen; undefined if there was none in time. */
  readonly status: string | undefined;
  readonly resource: unknown;
}
/** The job failed, or the service reports a state that this version does not know. */
export class JobFailedError extends JobError {}
export class JobCancelledError extends JobError {}
/** The wait ended first; the job goes on. */
export class TimedOutError extends JobError {}
