/** Errors between this machine and a service. */

/** Why a request did not succeed: short and stable, for programs. */
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

/** Every error of the client that is not an AbortError. */
export abstract class VauError extends Error {
  abstract readonly reason: Reason;
}

/** The request is invalid: a bad base URL, or a parameter that does not fit the path. */
export class ClientError extends VauError {
  override readonly name: string = 'ClientError';
  readonly reason = 'usage';
}

interface ApiErrorDetails {
  status: number;
  operation: string;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  repeated?: boolean;
}

/** The service answered with an error. Its class says which: see `apiError`. */
export class ApiError extends VauError {
  override readonly name: string = 'ApiError';
  readonly reason: Reason = 'service';
  /** HTTP status. */
  readonly status: number;
  /** Id of the operation, or method and path of a free request. */
  readonly operation: string;
  /** The service's id of the request, for its log. */
  readonly requestId: string | undefined;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds the service asked to wait. */
  readonly retryAfter: number | undefined;
  /** True when an earlier attempt of the same request was interrupted and may have succeeded. */
  readonly repeated: boolean;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.operation = details.operation;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.repeated = details.repeated === true;
    this.retryable = [408, 425, 429, 502, 503, 504].includes(details.status);
  }
}

/** 401: no token, or the service does not know it. */
export class SignInError extends ApiError {
  override readonly name = 'SignInError';
  override readonly reason = 'sign_in';
}

/** 402 and 403: the balance or the scope of the token does not allow it. */
export class RefusedError extends ApiError {
  override readonly name: string = 'RefusedError';
  override readonly reason = 'refused';
}

/** 402: the balance is too low. */
export class BalanceError extends RefusedError {
  override readonly name = 'BalanceError';
}

/** 404 and 410. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
  override readonly reason = 'not_found';
}

/** 409 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
  override readonly reason = 'conflict';
}

/** 429 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  override readonly reason = 'rate_limit';
}

/** 400 and other errors in the request itself. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
  override readonly reason = 'bad_request';
}

/** 5xx, and a request that came too early or too late: the service did not do it. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError';
}

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  401: SignInError,
  402: BalanceError,
  403: RefusedError,
  404: NotFoundError,
  408: ServiceError,
  409: ConflictError,
  410: NotFoundError,
  425: ServiceError,
  429: RateLimitError,
};

/** The error for an HTTP status, of the class that says what it means. */
export function apiError(message: string, details: ApiErrorDetails): ApiError {
  const { status } = details;
  const general = status >= 400 && status < 500 ? BadRequestError : status >= 500 ? ServiceError : ApiError;
  return new (byStatus[status] ?? general)(message, details);
}

/** The service reported success, but the response does not match the API. */
export class AnswerError extends VauError {
  override readonly name = 'AnswerError';
  readonly reason = 'answer';
  /** Id of the operation, or method and path of a free request. */
  readonly operation: string;
  /** The service's id of the request, for its log. */
  readonly requestId: string | undefined;

  constructor(message: string, operation: string, requestId?: string) {
    super(message);
    this.operation = operation;
    this.requestId = requestId;
  }
}

/** Why there is no response; `protocol`: what came is not HTTP. */
export type NetworkFault =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'proxy'
  | 'unreachable'
  | 'protocol'
  | 'other';

/** No response: the host, the reason, and what to check. */
export class NetworkError extends VauError {
  override readonly name = 'NetworkError';
  readonly reason = 'network';
  readonly fault: NetworkFault;
  readonly host: string;
  readonly hint: string;
  /** True when the host is this machine. */
  readonly local: boolean;

  constructor(host: string, fault: NetworkFault, message: string, hint: string, cause: unknown) {
    super(message, { cause });
    this.host = host;
    this.fault = fault;
    this.hint = hint;
    this.local = /^(localhost|127\.|\[::1\])/.test(host);
  }
}

/** The proxy cannot be reached or refused the tunnel. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** Host and port of the proxy. */
  readonly proxy: string;
  /** HTTP status of its response, if it sent one. */
  readonly status: number | undefined;

  constructor(proxy: string, { status, cause }: { status?: number; cause?: unknown }) {
    super(`the proxy ${proxy} opened no tunnel`, { cause });
    this.proxy = proxy;
    this.status = status;
  }
}
