/** A setting has an invalid value; the message names the setting and the allowed values. */
export class SettingRefused extends Error {
  override readonly name = 'SettingRefused';
}

/**
 * A refused request or an internal error, with its HTTP status. Its message becomes the response's {error}: a sentence
 * that names the thing, says what is allowed, and never contains a secret.
 */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly status: number;
  /** Extra response headers, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** 400: the request is invalid; the message says where and what is allowed. */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, message);
}

/** 401: the token is missing or unknown. */
export function unauthorized(
  message = 'a valid bearer token is required: Authorization: Bearer TOKEN',
): ServiceError {
  return new ServiceError(401, message, { 'www-authenticate': 'Bearer' });
}

/** 402: the balance is too low. */
export function paymentRequired(message: string): ServiceError {
  return new ServiceError(402, message);
}

/** 403: signed in, but not allowed. */
export function forbidden(message: string): ServiceError {
  return new ServiceError(403, message);
}

/**
 * 404: `what` is the resource's noun (file, collection), `id` the requested id. Resources of other accounts are not
 * found either.
 */
export function notFound(what: string, id: string): ServiceError {
  return new ServiceError(404, `${what} ${id} was not found`);
}

/** 408: the request did not arrive in time. The connection is closed after the response. */
export function requestTimeout(message: string): ServiceError {
  return new ServiceError(408, message, { connection: 'close' });
}

/** 409: the request conflicts with the current state. */
export function conflict(message: string): ServiceError {
  return new ServiceError(409, message);
}

/** 413: more bytes than allowed. */
export function tooLarge(what: string, limitBytes: number): ServiceError {
  return new ServiceError(413, `${what} is larger than the ${limitBytes} bytes allowed`);
}

/** 415: `allowed` lists the supported types. */
export function unsupportedMedia(what: string, allowed: string): ServiceError {
  return new ServiceError(415, `${what} is not supported; allowed: ${allowed}`);
}

/** 429: `retryAfter` in whole seconds. */
export function tooManyRequests(message: string, retryAfter: number): ServiceError {
  return new ServiceError(429, message, { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) });
}

/** 507: the service's disk is full. */
export function diskFull(): ServiceError {
  return new ServiceError(
    507,
    "the service's disk is full: nothing was saved; free some space, then try again",
  );
}

/** 503: the machine could not do it now. */
export function machineBusy(): ServiceError {
  return new ServiceError(
    503,
    'the machine of the service could not do this now: it is overloaded or out of memory; try again',
    { 'retry-after': '5' },
  );
}

/** 503: the server that holds the store does not answer. */
export function storeUnreachable(): ServiceError {
  return new ServiceError(503, 'the store cannot be reached at the moment; try again', {
    'retry-after': '2',
  });
}

/** 503: another process holds the lock of the store for too long. */
export function storeBusy(): ServiceError {
  return new ServiceError(
    503,
    'the store is busy: another process holds its lock; nothing was saved; try again',
    { 'retry-after': '2' },
  );
}

const SQLITE_FULL = 13;
/** Of the system, of PostgreSQL, and of the media programs. */
const FULL = ['ENOSPC', 'EDQUOT', '53100', 'disk-full'];

/** Whether a write failed because the disk or the database is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number };
  return FULL.includes(code ?? '') || (errcode & 0xff) === SQLITE_FULL;
}

/** The message of any thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
