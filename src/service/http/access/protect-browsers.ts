import type { Context, MiddlewareHandler } from 'hono';
import type { ServiceConfig } from '../../context/config.ts';
import { forbidden } from '../../errors.ts';
import type { AppEnv } from './env.ts';

/**
 * Headers that protect browsers from a JSON answer: no page may read it, frame it, or take it for something else. Those
 * for documents would be a tenth of what an answer costs: JSON sends no referrer, and `frame-ancestors` stands for
 * `x-frame-options`.
 * @returns a new object. A copy by spreading takes several times as long, as does sending it
 */
export function jsonHeaders(): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

/**
 * Headers that protect browsers: those of Hono's secure-headers, which sets them one by one and so takes longer. Pages
 * set their own content security policy; the rest is media, which needs none.
 */
const browserHeaders: Readonly<Record<string, string>> = {
  ...jsonHeaders(),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/**
 * Adds the headers that every response has: the request's id, and those that protect browsers. Those that the handler
 * set win. A response of answerJson has them already.
 */
export function completeHeaders(c: Context<AppEnv>, response: Response): void {
  const { id, complete } = c.get('asked');
  if (complete) return;
  const { headers } = response;
  for (const [name, value] of Object.entries(browserHeaders))
    if (!headers.has(name)) headers.set(name, value);
  headers.set('x-request-id', id);
}

/**
 * Protects against cross-site request forgery: a POST to pages that set or read a cookie must come from the service
 * itself. Browsers send its origin in Sec-Fetch-Site or Origin; other programs send neither and pass. Requests with a
 * bearer token do not need this, because browsers never add one on their own.
 */
export function sameOriginPosts(config: ServiceConfig): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && isForeign(c, config))
      throw forbidden('this form was sent from another site; open the page itself and send it there');
    await next();
  };
}

/** Whether a browser says that a request comes from another site. */
export function isForeign(c: Context<AppEnv>, { publicUrl }: ServiceConfig): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = c.req.header('origin');
  if (origin === undefined) return false;
  const from = URL.canParse(origin) ? new URL(origin).host : '';
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return from !== c.get('asked').url.host && from !== publicHost;
}
