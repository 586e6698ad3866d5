import type { Context, MiddlewareHandler } from 'hono';
import type { ServiceConfig } from '../context/config.ts';
import { forbidden } from '../errors.ts';
import type { AppEnv } from './env.ts';

/**
 * Refuses what another site's page sends in a visitor's name: a post to pages that set or read a cookie must come
 * from this service itself. Browsers say where a post comes from, in Sec-Fetch-Site or Origin; programs say nothing
 * of it, and pass. What carries a bearer token needs none of this, since no browser adds one by itself.
 */
export function sameOriginPosts(config: ServiceConfig): MiddlewareHandler<AppEnv> {
  const known = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host;
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && isForeign(c, known))
      throw forbidden('this form was sent from another site; open the page of the share and sign in there');
    await next();
  };
}

function isForeign(c: Context<AppEnv>, publicHost: string | undefined): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = c.req.header('origin');
  if (origin === undefined) return false;
  const from = URL.canParse(origin) ? new URL(origin).host : '';
  return from !== new URL(c.req.url).host && from !== publicHost;
}
