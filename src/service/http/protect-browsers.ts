import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './env.ts';

/**
 * Headers that protect browsers: those of Hono's secure-headers, which sets them after the handler and so takes twice as
 * long. Pages set their own content security policy; the rest is JSON and media, which need none.
 */
const HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-download-options', 'noopen'],
  ['x-frame-options', 'DENY'],
  ['x-permitted-cross-domain-policies', 'none'],
  ['x-xss-protection', '0'],
];

/** Adds the headers to every response. Those that the handler sets win. */
export function protectBrowsers(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    for (const [name, value] of HEADERS) c.header(name, value);
    await next();
    // A handler that makes its own Response, a stream for example, leaves out what was set before.
    const { headers } = c.res;
    if (headers.has('x-content-type-options')) return;
    for (const [name, value] of HEADERS) if (!headers.has(name)) headers.set(name, value);
  };
}
