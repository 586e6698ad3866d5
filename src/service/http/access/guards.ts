/**
 * What a request must pass before a handler sees it: its target and host, sign-in (auth.ts), rate limits, and what
 * protects browsers. A refusal is a ServiceError; what passes is noted in env.ts.
 */

import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { API_PREFIX } from '../../../contract/index.ts';
import type { ServiceConfig } from '../../context/config.ts';
import { diskFull, forbidden, machineBusy, ServiceError, storeBusy, storeUnreachable } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isLoopback } from '../../net/addresses.ts';
import { isBusy, StoreUnreachable } from '../../store/sql/errors.ts';
import { isMachineTrouble, isNoRoom } from '../../trouble.ts';
import type { AppEnv, Target } from './env.ts';

/**
 * Protects against DNS rebinding: a service on loopback only accepts requests addressed to a loopback name or to its
 * public URL. A foreign web page whose name was pointed at 127.0.0.1 is refused.
 * @returns a function that checks the URL of a request, and throws 403
 */
export function hostCheck(config: ServiceConfig): (url: Target) => void {
  const known = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host;
  const onLoopback = isLoopback(config.host);
  // Most requests have the host of the one before. It is kept once it has passed.
  let last: string | undefined;
  return ({ host, hostname }) => {
    if (host === last) return;
    if (onLoopback && !isLoopback(hostname) && host !== known)
      throw forbidden(`unknown host ${host}; use the service's own address`);
    last = host;
  };
}

/**
 * Logs one line for a request. Paths may contain tokens and codes: outside of the API only the pattern is logged.
 * @param started the time when it came, of performance
 */
export function logRequest(log: Log, c: Context<AppEnv>, status: number, started: number): void {
  log.debug('request', () => ({
    method: c.req.method,
    path: loggedPath(c),
    status,
    ms: Math.round(performance.now() - started),
    request: c.get('asked').id,
  }));
}

/** A log whose lines name the request. */
export function requestLog(log: Log, c: Context<AppEnv>): Log {
  return log.child({ request: c.get('asked').id });
}

/** Parts of paths that are no secrets: words of the API, and ids. */
const HARMLESS = /^(v1|[a-z_.-]{0,40}|[0-9a-f-]{36})$/;

/** The path of a request to the API, its unknown parts hidden; of another, the pattern of its route. */
function loggedPath(c: Context<AppEnv>): string {
  const { path } = c.req;
  if (!path.startsWith(`${API_PREFIX}/`)) return routePath(c);
  return path
    .split('/')
    .map((part) => (HARMLESS.test(part) ? part : '…'))
    .join('/');
}

/** A method of a path of the API. */
export type KnownRoute = Readonly<Record<'method' | 'path', string>>;

/** Finds the methods that a path supports, from all that the contract has. */
export function noRoute(operations: readonly KnownRoute[]): (path: string) => string[] {
  const routes = operations.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${API_PREFIX}${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
}

/** Responds to an unknown route: 405 with the supported methods if the path exists, else 404. */
export function missingRoute(methodsOf: (path: string) => string[]): (c: Context<AppEnv>) => Response {
  return (c) => {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0)
      return c.json({ error: `${c.req.method} ${shown(c.req.path)} does not exist` }, 404);
    if (methods.includes('GET')) methods.push('HEAD');
    c.header('allow', methods.join(', '));
    return c.json({ error: `${shown(c.req.path)} supports ${methods.join(', ')}, not ${c.req.method}` }, 405);
  };
}

function shown(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}

/** Turns a thrown error into `{error}`. An internal error only says where to find it in the log. */
export function answerError(log: Log): (error: Error, c: Context<AppEnv>) => Response {
  return (error, c) => {
    if (error instanceof ServiceError) {
      // Whoever runs the service can help, and not who asked.
      if (error.status === 507)
        log.warn('a request was refused for want of space', {
          request: c.get('asked').id,
          path: loggedPath(c),
          reason: error.message,
        });
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
      return c.json({ error: error.message }, error.status as ContentfulStatusCode);
    }
    if (isNoRoom(error)) return answerError(log)(diskFull(), c);
    if (isMachineTrouble(error)) {
      log.warn('the machine could not do what a request asks for', { error });
      return answerError(log)(machineBusy(), c);
    }
    if (error instanceof StoreUnreachable) return answerError(log)(storeUnreachable(), c);
    if (isBusy(error)) {
      log.warn('the store was busy for too long', { request: c.get('asked').id, path: loggedPath(c), error });
      return answerError(log)(storeBusy(), c);
    }
    if (error instanceof HTTPException) return c.json({ error: error.message || 'refused' }, error.status);
    const request = c.get('asked').id;
    log.error('request failed', { request, method: c.req.method, path: loggedPath(c), error });
    return c.json({ error: `internal error; see the service log, request ${request}` }, 500);
  };
}
