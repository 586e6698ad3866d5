import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed paths: `/m/TOKEN/SCOPE...`. Browsers send no bearer header for pictures, and players drop the query of
 * relative playlist entries, so the token stands in the path. A token signs either one path (`files/ID/thumbnail.jpg`)
 * or, if its scope ends in a slash, everything below it (`shares/ID/`).
 */

/** Longest lifetime of a token, in milliseconds. A longer one is a bug. */
const LONGEST_LIFE_MS = 366 * 24 * 3600 * 1000;

function mac(key: Uint8Array, scope: string, expiry: string): Buffer {
  return createHmac('sha256', key).update(`${expiry}\n${scope}`).digest();
}

/**
 * @param key the service's signing key (see store/sql/settings.ts)
 * @param scope one path, or a folder ending in a slash; no leading slash
 * @param expiresAt Unix milliseconds; the token is refused from then on
 * @returns a token of letters, digits, `-`, `_` and one `.`
 */
export function signScope(key: Uint8Array, scope: string, expiresAt: number): string {
  const expiry = Math.ceil(expiresAt).toString(36);
  return `${expiry}.${mac(key, scope, expiry).toString('base64url')}`;
}

/**
 * @param path the decoded part of the URL after the token, without a leading slash
 * @param now Unix milliseconds
 * @returns when the token expires (Unix ms) if it opens `path`; undefined if it is altered, foreign or expired
 */
export function openedUntil(key: Uint8Array, token: string, path: string, now: number): number | undefined {
  const parts = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token);
  const [expiry, signature] = [parts?.[1], parts?.[2]];
  if (expiry === undefined || signature === undefined) return undefined;
  const expiresAt = Number.parseInt(expiry, 36);
  if (expiresAt <= now || expiresAt > now + LONGEST_LIFE_MS) return undefined;
  const given = Buffer.from(signature, 'base64url');
  // Decoding ignores stray bits at the end, so a signature would have several spellings.
  if (given.toString('base64url') !== signature) return undefined;
  let opened = false;
  for (const scope of scopesOf(path)) if (timingSafeEqual(mac(key, scope, expiry), given)) opened = true;
  return opened ? expiresAt : undefined;
}

/** The path itself and every folder above it: `a/b/c` gives `a/b/c`, `a/b/`, `a/`. */
function scopesOf(path: string): string[] {
  const scopes = [path];
  for (let end = path.lastIndexOf('/', path.length - 2); end > 0; end = path.lastIndexOf('/', end - 1))
    scopes.push(path.slice(0, end + 1));
  return scopes.slice(0, 12);
}

/**
 * The URL path of a signed object: `/m/TOKEN/PATH`.
 * @param lifeMs minimum lifetime; the expiry is rounded up to the next multiple of it, so that repeated requests give
 * the same URL and caches work. At most twice `lifeMs`.
 */
export function signedPath(key: Uint8Array, path: string, now: number, lifeMs: number): string {
  const expiresAt = (Math.floor(now / lifeMs) + 2) * lifeMs;
  return `/m/${signScope(key, path, expiresAt)}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
