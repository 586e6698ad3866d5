import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { API_PREFIX } from '../../contract/index.ts';

/**
 * A router for each method and part of the service. Hono's fast router matches all routes with one regular expression,
 * and refuses some that begin alike, `/m/:token/shares/:id` beside `/m/:token/:path` for one. Hono then takes the slow
 * one for everything; here it does so only for the method and the part that need it.
 */
export class DividedRouter<T> implements Router<T> {
  readonly name = 'DividedRouter';
  readonly #routes: [method: string, path: string, handler: T][] = [];
  readonly #routers = new Map<string, Router<T>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.push([method, path, handler]);
    this.#routers.clear();
  }

  match(method: string, path: string): Result<T> {
    const part = path.startsWith(`${API_PREFIX}/`) ? API_PREFIX : '';
    const key = `${method} ${part}`;
    const router = this.#routers.get(key) ?? this.#routerFor(method, part);
    if (METHODS.has(method)) this.#routers.set(key, router);
    return router.match(method, path);
  }

  #routerFor(method: string, part: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    for (const [name, path, handler] of this.#routes)
      if (
        (name === method || name === 'ALL') &&
        (path === '/*' || path.startsWith(API_PREFIX) === (part !== ''))
      )
        router.add(name, path, handler);
    return router;
  }
}

/** The methods of routes. A stranger can send any, so routers are kept for these only. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
