import type { Context } from 'hono';
import { badRequest } from '../errors.ts';
import type { AppEnv } from './env.ts';
import { isHost } from './host.ts';

/**
 * The parsed URL of a request. Refuses a request whose Host or target is ambiguous, before anything uses either: links
 * contain the host, and look-ups use the decoded path.
 * @throws 400
 */
export function targetOf(c: Context<AppEnv>): URL {
  // Two Host headers come joined by a comma.
  const given = c.req.header('host');
  if (given !== undefined && !isHost(given)) throw noHost();
  const url = parse(c.req.url);
  const { host, pathname, search } = url;
  if (host !== given && !isHost(host)) throw noHost();
  const raw = c.env?.incoming?.url ?? '/';
  if (!raw.startsWith('/') && !isPlainHttp(raw))
    throw badRequest('the request target must be a path, or a http:// URL without user and password');
  if (!isDecodable(pathname))
    throw badRequest('the path is not valid: "%" must begin a UTF-8 byte, as in %20');
  if (!isDecodable(search))
    throw badRequest('the query is not valid: "%" must begin a UTF-8 byte, as in %20');
  return url;
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
