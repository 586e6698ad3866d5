/** What can go wrong between here and a service. */
import { LateError } from './deadline.ts';

/** The request could not be made as asked: a bad base address, a part that does not fit its path. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
}

/** The service answered, and the answer is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Id of the operation, or method and path of a free request. */
  readonly operation: string;
  /** What the service calls this request, for its log. */
  readonly requestId: string | undefined;
  /** True when the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds the service asked to wait. */
  readonly retryAfter: number | undefined;
  /** True when an earlier try of the same request broke off: it may have done its work. */
  readonly repeated: boolean;

  constructor(
    message: string,
    details: {
      status: number;
      operation: string;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      repeated?: boolean;
    },
  ) {
    super(message);
    this.status = details.status;
    this.operation = details.operation;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.repeated = details.repeated === true;
    this.retryable = [408, 425, 429, 502, 503, 504].includes(details.status);
  }
}

/** The service says that all went well, and gives something else than the interface has there. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  /** Id of the operation, or method and path of a free request. */
  readonly operation: string;
  /** What the service calls this request, for its log. */
  readonly requestId: string | undefined;

  constructor(message: string, operation: string, requestId?: string) {
    super(message);
    this.operation = operation;
    this.requestId = requestId;
  }
}

/** Why no answer came. */
export type NetworkReason =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'timeout'
  | 'proxy'
  | 'unreachable'
  | 'other';

/** No answer came: the host, why, and what to look at. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly code = 'network';
  readonly reason: NetworkReason;
  readonly host: string;
  readonly hint: string;
  /** True when the host is this machine. */
  readonly local: boolean;

  constructor(host: string, reason: NetworkReason, message: string, hint: string, cause: unknown) {
    super(message, { cause });
    this.host = host;
    this.reason = reason;
    this.hint = hint;
    this.local = /^(localhost|127\.|\[::1\])/.test(host);
  }
}

const dns = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const reset = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);
const timeout = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN']);

/** No tunnel: the proxy cannot be reached, or refuses. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** Host and port of the proxy. */
  readonly proxy: string;
  /** HTTP status of its answer, where it gave one. */
  readonly status: number | undefined;

  constructor(proxy: string, { status, cause }: { status?: number; cause?: unknown }) {
    super(`the proxy ${proxy} opened no tunnel`, { cause });
    this.proxy = proxy;
    this.status = status;
  }
}

/**
 * A thrown thing of the transport as a NetworkError; aborts and our own errors pass through as they are.
 * @param host host and port that were asked for
 * @param proxy address of the proxy that stands between
 */
export function networkError(host: string, error: unknown, proxy?: URL): unknown {
  if (!(error instanceof Error) || error instanceof ClientError) return error;
  if (error instanceof ApiError || error instanceof AnswerError || error instanceof NetworkError)
    return error;
  if (error.name === 'AbortError') return error;
  const [reason, what, hint] = explainWith(proxy, codeOf(error), error);
  return new NetworkError(host, reason, `${host}: ${what}`, hint, error);
}

type Explained = readonly [reason: NetworkReason, what: string, hint: string];

const proxyHint = 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.';
const proxySignIn =
  'Its name and password go into the address in HTTP_PROXY or HTTPS_PROXY: http://NAME:PASSWORD@HOST:PORT.';

function explainWith(proxy: URL | undefined, code: string, error: Error): Explained {
  // undici says so of a plain request.
  if (proxy && /Proxy Authentication Required/.test(error.message)) return refusal(proxy.host, 407);
  if (error instanceof ProxyError && error.status !== undefined) return refusal(error.proxy, error.status);
  const [reason, what, hint] = explain(code, error);
  const about = error instanceof ProxyError ? error.proxy : proxy && isAbout(error, proxy) ? proxy.host : '';
  return about ? ['proxy', `the proxy ${about} cannot be used: ${what}`, proxyHint] : [reason, what, hint];
}

const refusal = (proxy: string, status: number): Explained =>
  status === 407
    ? ['proxy', `the proxy ${proxy} asks for a name and password (407)`, proxySignIn]
    : ['proxy', `the proxy ${proxy} refused the connection (${status})`, proxyHint];

/** True when a fault below names the proxy's own address. */
function isAbout(error: Error, { hostname, port, protocol }: URL): boolean {
  const root = rootOf(error) as { hostname?: string; port?: number | string };
  if (root.hostname !== undefined) return root.hostname === hostname;
  return String(root.port) === (port || (protocol === 'https:' ? '443' : '80'));
}

function rootOf(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return rootOf(error.errors[0]);
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function explain(code: string, error: Error): Explained {
  if (dns.has(code))
    return ['dns', 'no such host', 'Check the host name of the base address, and the network.'];
  if (code === 'ECONNREFUSED')
    return [
      'refused',
      'connection refused',
      'Nothing listens there: is the service running, and is the port right?',
    ];
  if (error instanceof LateError)
    return ['timeout', error.message, 'Where it is only slow, give it longer with --total-timeout.'];
  if (timeout.has(code))
    return ['timeout', 'no answer in time', 'The host may be busy, or a firewall in the way.'];
  if (/wrong version number|packet length too long/.test(rootOf(error).message))
    return [
      'tls',
      'TLS failed: what answers there speaks no TLS',
      'Is it plain http? Then the base address begins with http://.',
    ];
  if (isTls(code))
    return [
      'tls',
      `TLS failed: ${rootOf(error).message}`,
      'The certificate is not trusted, or the port speaks no TLS. A private authority is trusted with --ca-file.',
    ];
  if (reset.has(code))
    return [
      'reset',
      'the connection was closed before an answer came',
      'Try again; look at the log of the service.',
    ];
  if (unreachable.has(code)) return ['unreachable', 'the host cannot be reached', 'Check the network.'];
  return ['other', error.message || code || 'the request failed', 'Check the base address and the network.'];
}

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/.test(code);
}

/** The first code along the chain of causes; several attempts at one host give the last one's. */
function codeOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && code !== 'UND_ERR') return code;
  return error.cause instanceof Error ? codeOf(error.cause) : '';
}
