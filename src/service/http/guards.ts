import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { API_PREFIX, type Operation } from '../../contract/index.ts';
import type { ServiceConfig } from '../context/config.ts';
import { diskFull, forbidden, isDiskFull, ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { AppEnv } from './env.ts';

/** Whether a host name means this machine itself. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  );
}

/**
 * Against DNS rebinding: a service that listens on loopback only answers requests that call it by a loopback
 * name, or by the public URL it was given. A foreign page whose name was pointed at 127.0.0.1 gets nothing.
 */
export function checkHost(config: ServiceConfig): MiddlewareHandler<AppEnv> {
  const known = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host;
  return async (c, next) => {
    const { host, hostname } = new URL(c.req.url);
    const refused = isLoopback(config.host) && !isLoopback(hostname) && host !== known;
    if (refused) throw forbidden(`this service is not known as ${host}; use its own address`);
    await next();
  };
}

/** One line for each request; a path's token is left out of it. */
export function logRequests(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const path = c.req.path.replace(/^\/m\/[^/]+/, '/m/…');
    const ms = Math.round(performance.now() - started);
    log.debug('request', {
      method: c.req.method,
      path,
      status: c.res.status,
      ms,
      request: c.get('requestId'),
    });
  };
}

/** Which methods a path takes: matched against every operation of the contract. */
export function noRoute(operations: readonly Operation[]): (path: string) => string[] {
  const routes = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${API_PREFIX}${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string)),
  ];
}

/** The answer where no route is: 405 naming the methods the path does take, else 404. */
export function missingRoute(methodsOf: (path: string) => string[]): (c: Context<AppEnv>) => Response {
  return (c) => {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0)
      return c.json({ error: `there is no ${c.req.method} ${shown(c.req.path)}` }, 404);
    if (methods.includes('GET')) methods.push('HEAD');
    c.header('allow', methods.join(', '));
    return c.json({ error: `${shown(c.req.path)} takes ${methods.join(', ')}, not ${c.req.method}` }, 405);
  };
}

function shown(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}

/** Turns what was thrown into `{error}`. A fault of ours says only where to find it in the log. */
export function answerError(log: Log): (error: Error, c: Context<AppEnv>) => Response {
  return (error, c) => {
    if (error instanceof ServiceError) {
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
      return c.json({ error: error.message }, error.status as ContentfulStatusCode);
    }
    if (isDiskFull(error)) return answerError(log)(diskFull(), c);
    if (error instanceof HTTPException) return c.json({ error: error.message || 'refused' }, error.status);
    const request = c.get('requestId');
    log.error('request failed', { request, method: c.req.method, path: c.req.path, error });
    return c.json({ error: `the service failed on this request; its log says more under ${request}` }, 500);
  };
}
