/** What an error of the transport means: why there is no response, and what to check. */
import { LateError } from '../deadline.ts';
import {
  AnswerError,
  ApiError,
  ClientError,
  NetworkError,
  type NetworkFault,
  ProxyError,
} from '../errors.ts';

const dns = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
/** A body that ended early is one of them. */
const reset = new Set([
  ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'],
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);
const timeout = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const unreachable = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN']);

/**
 * A transport error as a NetworkError; aborts and this module's own errors are unchanged. @param host
 * requested host and port @param proxy address of the proxy, if there is one
 */
export function networkError(host: string, error: unknown, proxy?: URL): unknown {
  if (!(error instanceof Error) || error instanceof ClientError) return error;
  if (error instanceof ApiError || error instanceof AnswerError || error instanceof NetworkError)
    return error;
  if (error.name === 'AbortError') return error;
  const [reason, what, hint] = explainWith(proxy, codeOf(error), error);
  return new NetworkError(host, reason, `${host}: ${what}`, hint, error);
}

type Explained = readonly [reason: NetworkFault, what: string, hint: string];

const proxyHint = 'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.';
const proxySignIn =
  'Put the name and password into the address in HTTP_PROXY or HTTPS_PROXY: http://NAME:PASSWORD@HOST:PORT.';

function explainWith(proxy: URL | undefined, code: string, error: Error): Explained {
  // undici's message for a plain request.
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

/** True when the root cause names the proxy's own address. */
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
  if (dns.has(code)) return ['dns', 'no such host', 'Check the host name of the base URL, and the network.'];
  if (code === 'ECONNREFUSED')
    return [
      'refused',
      'connection refused',
      'Nothing listens on that port: check that the service is running and the port is right.',
    ];
  if (error instanceof LateError)
    return ['timeout', error.message, 'If the service is only slow, raise --total-timeout.'];
  if (timeout.has(code))
    return ['timeout', 'timeout: no response', 'The host may be busy, or a firewall may block it.'];
  if (/wrong version number|packet length too long/.test(rootOf(error).message))
    return [
      'tls',
      'TLS failed: the server does not use TLS',
      'If it is plain http, start the base URL with http://.',
    ];
  if (isTls(code))
    return [
      'tls',
      `TLS failed: ${rootOf(error).message}`,
      'The certificate is not trusted, or the port does not use TLS. To trust a private authority, add --ca-file.',
    ];
  if (isProtocol(code, error))
    return [
      'protocol',
      'what came is not a valid HTTP response',
      'Check the host and port of the base URL: they may belong to another program.',
    ];
  if (reset.has(code) || isCut(error))
    return [
      'reset',
      'the connection was closed before the whole response arrived',
      'Retry, and check the log of the service.',
    ];
  if (unreachable.has(code)) return ['unreachable', 'the host cannot be reached', 'Check the network.'];
  return [
    'other',
    rootOf(error).message || code || 'the request failed',
    'Check the base URL and the network.',
  ];
}

/** Errors of Node's parser and of undici's, whose own have no codes, and the words for a response that nobody asked for. */
function isProtocol(code: string, error: Error): boolean {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return true;
  if (code.startsWith('HPE_')) return !isCut(error);
  const { name, message } = rootOf(error);
  return (name === 'HTTPParserError' && !isCut(error)) || /^bad (response|upgrade)$/.test(message);
}

/** Whether a body in chunks ended before its last one. */
const isCut = (error: Error): boolean => /Invalid EOF state/.test(rootOf(error).message);

function isTls(code: string): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/.test(code);
}

/** The first code in the chain of causes; for several attempts, that of the first error. */
function codeOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && code !== 'UND_ERR') return code;
  return error.cause instanceof Error ? codeOf(error.cause) : '';
}
