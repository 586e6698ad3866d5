import type { Context, MiddlewareHandler } from 'hono';
import type { ServiceConfig } from '../../context/config.ts';
import { forbidden } from '../../errors.ts';
import type { AppEnv } from './env.ts';

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
