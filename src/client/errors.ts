/** What can go wrong between here and a service. */

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

/**
 * A thrown thing of the transport as a NetworkError; aborts and our own errors pass through as they are.
 * @param host host and port that were asked for
 * @param proxies addresses of the proxies that may stand between
 */
export function networkError(host: string, error: unknown, proxies: readonly string[] = []): unknown {
  if (!(error instanceof Error) || error instanceof ClientError) return error;
  if (error instanceof ApiError || error instanceof NetworkError) return error;
  const code = codeOf(error);
  // undici calls a tunnel that the proxy refused an abort.
  if (error.name === 'AbortError' && code !== 'UND_ERR_ABORTED') return error;
  const proxy = proxies.find((address) => isAbout(error, address, host));
  const [reason, what, hint] = proxy ? proxyFault(proxy, code, error) : explain(code, error);
  return new NetworkError(host, reason, `${host}: ${what}`, hint, error);
}

const proxyHint = 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.';

function proxyFault(proxy: string, code: string, error: Error): [NetworkReason, string, string] {
  const [, what] = explain(code, error);
  return ['proxy', `the proxy ${new URL(proxy).host} cannot be used: ${what}`, proxyHint];
}

/** True when a fault below names the proxy's own address and not the host that was asked for. */
function isAbout(error: Error, address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, port, host: proxyHost, protocol } = new URL(address);
  if (proxyHost === host) return false;
  const root = rootOf(error) as { hostname?: string; port?: number | string };
  if (root.hostname !== undefined) return root.hostname === hostname;
  return String(root.port) === (port || (protocol === 'https:' ? '443' : '80'));
}

function rootOf(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return rootOf(error.errors[0]);
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function explain(code: string, error: Error): [NetworkReason, string, string] {
  if (/prox(y|ies)/i.test(error.message)) return ['proxy', `the proxy refused: ${error.message}`, proxyHint];
  if (dns.has(code))
    return ['dns', 'no such host', 'Check the host name of the base address, and the network.'];
  if (code === 'ECONNREFUSED')
    return [
      'refused',
      'connection refused',
      'Nothing listens there: is the service running, and is the port right?',
    ];
  if (timeout.has(code))
    return ['timeout', 'no answer in time', 'The host may be busy, or a firewall in the way.'];
  if (isTls(code))
    return [
      'tls',
      `TLS failed: ${error.message}`,
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
