import type { MiddlewareHandler } from 'hono';
import { badRequest } from '../errors.ts';
import type { AppEnv } from './env.ts';
import { isHost } from './host.ts';

/**
 * Refuses a request whose Host or address can be read in two ways, before anything is made of either: links carry
 * the host, and look-ups take what the path decodes to.
 */
export function checkTarget(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Two Host headers come joined by a comma.
    const given = c.req.header('host');
    if (given !== undefined && !isHost(given)) throw noHost();
    // What looks like a host may still be none to a URL, as xn-- with nothing behind it.
    if (!URL.canParse(c.req.url)) throw noHost();
    const { host, pathname, search } = new URL(c.req.url);
    if (!isHost(host)) throw noHost();
    const raw = c.env?.incoming?.url ?? '/';
    if (!raw.startsWith('/') && !isPlainHttp(raw))
      throw badRequest('the request target must be a path, or a http:// URL without user and password');
    if (!isDecodable(pathname))
      throw badRequest('the path is not valid: "%" must begin a UTF-8 byte, as in %20');
    if (!isDecodable(search))
      throw badRequest('the query is not valid: "%" must begin a UTF-8 byte, as in %20');
    await next();
  };
}

/** What came instead is not shown: a request that lost its line ends may have its token there. */
function noHost(): Error {
  return badRequest('the Host header must be one host: a name or an address, with its port behind a colon');
}

function isPlainHttp(target: string): boolean {
  const { protocol, username, password } = new URL(target);
  return protocol === 'http:' && username === '' && password === '';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
