import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import { badRequest } from '../../errors.ts';
import type { AppEnv, Target } from './env.ts';

const LABELS = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;
/**
 * A last label of digits makes the host an address, and programs disagree about every form but four decimal numbers.
 */
const NUMBER_AT_END = /(^|\.)(\d+|0x[\da-f]*)\.?$/i;

/**
 * Whether a text is a host with an optional port (RFC 9112, section 3.2): a domain name, four decimal numbers, or an
 * IPv6 address in brackets. URL parsers accept far more, including quotes and braces.
 */
function isHost(text: string): boolean {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(text) ?? [];
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) && !name.includes('%');
  return isIPv4(name) || (name.length <= 253 && LABELS.test(name) && !NUMBER_AT_END.test(name));
}

/**
 * The parsed URL of a request. Refuses a request whose Host or target is ambiguous, before anything uses either: links
 * contain the host, and look-ups use the decoded path.
 * @throws 400
 */
export function targetOf(c: Context<AppEnv>): Target {
  const raw = c.env?.incoming?.url ?? '/';
  return plainTarget(c, raw) ?? strictTarget(c, raw);
}

/** Origins that passed the full check, by their Host header. A stranger can send any name, so only some are kept. */
const origins = new Map<string, URL>();
const MOST_ORIGINS = 100;

/**
 * Most requests have a known origin, and a path and a query in which nothing is encoded. A URL object for each would take
 * as long as reading a row.
 */
function plainTarget(c: Context<AppEnv>, raw: string): Target | undefined {
  const known = origins.get(onlyHost(c) ?? '');
  if (!known || !PLAIN.test(raw) || !c.req.url.startsWith(known.origin)) return undefined;
  return new PlainTarget(known, raw);
}

const PLAIN = /^\/[\w/-]*(\?[\w=&-]+)?$/;

/** The Host header as it was sent; undefined if there are several. Reading headers by name takes ten times as long. */
function onlyHost(c: Context<AppEnv>): string | undefined {
  const sent = c.env?.incoming?.rawHeaders ?? [];
  let host: string | undefined;
  for (let at = 0; at < sent.length; at += 2) {
    if (sent[at]?.length !== 4 || sent[at]?.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = sent[at + 1];
  }
  return host;
}

class PlainTarget implements Target {
  readonly origin: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;

  constructor({ origin, host, hostname }: URL, raw: string) {
    const query = raw.indexOf('?');
    this.origin = origin;
    this.host = host;
    this.hostname = hostname;
    this.pathname = query < 0 ? raw : raw.slice(0, query);
    this.search = query < 0 ? '' : raw.slice(query);
  }

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.search);
  }
}

function strictTarget(c: Context<AppEnv>, raw: string): Target {
  // Two Host headers come joined by a comma.
  const given = c.req.header('host');
  if (given !== undefined && !isHost(given)) throw noHost();
  const url = parse(c.req.url);
  const { host, pathname, search } = url;
  if (host !== given && !isHost(host)) throw noHost();
  if (!raw.startsWith('/') && !isPlainHttp(raw))
    throw badRequest('the request target must be a path, or a http:// URL without user and password');
  if (!isDecodable(pathname))
    throw badRequest('the path is not valid: "%" must begin a UTF-8 byte, as in %20');
  if (!isDecodable(search))
    throw badRequest('the query is not valid: "%" must begin a UTF-8 byte, as in %20');
  keepOrigin(c.req.url, given, url);
  return url;
}

/** Keeps an origin that the URL, the Host header and the parser spell alike. */
function keepOrigin(sent: string, given: string | undefined, url: URL): void {
  if (given === undefined || given !== url.host || !sent.startsWith(`${url.origin}/`)) return;
  if (origins.size >= MOST_ORIGINS) origins.clear();
  origins.set(url.host, url);
}

/** A valid host name may still be invalid in a URL, for example a bare xn--. */
function parse(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw noHost();
  }
}

/** The value is not shown: a garbled request may have its token there. */
function noHost(): Error {
  return badRequest(
    'the Host header must be one host: a name or an address, with an optional port after a colon',
  );
}

function isPlainHttp(target: string): boolean {
  const { protocol, username, password } = new URL(target);
  return protocol === 'http:' && username === '' && password === '';
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
