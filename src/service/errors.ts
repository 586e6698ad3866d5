/**
 * A refusal or fault with an HTTP status. Its message is the answer's {error}: a sentence that names the thing,
 * says what is allowed, and never carries a secret.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** Extra answer headers, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** 400: the request is wrong; the message says where and what would be right. */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, message);
}

/** 401: no token, or one that is not known. */
export function unauthorized(
  message = 'a valid bearer token is needed: Authorization: Bearer TOKEN',
): ServiceError {
  return new ServiceError(401, message, { 'www-authenticate': 'Bearer' });
}

/** 402: the balance does not cover it. */
export function paymentRequired(message: string): ServiceError {
  return new ServiceError(402, message);
}

/** 403: signed in, but not a member of what owns it. */
export function forbidden(message: string): ServiceError {
  return new ServiceError(403, message);
}

/** 404: `what` is the resource's word (file, collection), `id` what was asked for. Another account's is not found either. */
export function notFound(what: string, id: string): ServiceError {
  return new ServiceError(404, `${what} ${id} was not found`);
}

/** 408: the request did not come in in time. The connection ends with the answer. */
export function requestTimeout(message: string): ServiceError {
  return new ServiceError(408, message, { connection: 'close' });
}

/** 409: it clashes with what is there. */
export function conflict(message: string): ServiceError {
  return new ServiceError(409, message);
}

/** 413: more bytes than allowed. */
export function tooLarge(what: string, limitBytes: number): ServiceError {
  return new ServiceError(413, `${what} is larger than the ${limitBytes} bytes allowed`);
}

/** 415: `allowed` lists what is taken. */
export function unsupportedMedia(what: string, allowed: string): ServiceError {
  return new ServiceError(415, `${what} is not supported; allowed: ${allowed}`);
}

/** 429: `retryAfter` in whole seconds. */
export function tooManyRequests(message: string, retryAfter: number): ServiceError {
  return new ServiceError(429, message, { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) });
}

/** 501: named in the interface, not built in this version. */
export function notBuilt(what: string): ServiceError {
  return new ServiceError(501, `${what} is not built in this version of vau`);
}

/** 507: there is no room left on the service's disk. */
export function diskFull(): ServiceError {
  return new ServiceError(
    507,
    "the service's disk is full: nothing was kept; make room on it, then try again",
  );
}

const SQLITE_FULL = 13;

/** Whether something could not be written for want of room, in the file system's words or the store's. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number };
  return code === 'ENOSPC' || code === 'EDQUOT' || (errcode & 0xff) === SQLITE_FULL;
}

/** The text of any thrown thing. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
