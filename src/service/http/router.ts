import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { API_PREFIX } from '../../contract/index.ts';

/**
 * A router for each method and noun of the interface, such as `/v1/files`. Hono's fast router matches all routes with one
 * regular expression, whose result has a place for each route: with a hundred routes that takes as long as reading a row.
 * It also refuses some that begin alike, `/m/:token/shares/:id` beside `/m/:token/:path` for one. Hono then takes the slow
 * one for everything; here it does so only for the method and the part that need it.
 */
export class DividedRouter<T> implements Router<T> {
  readonly name = 'DividedRouter';
  readonly #routes: [method: string, path: string, handler: T][] = [];
  readonly #nouns = new Set<string>();
  readonly #routers = new Map<string, Map<string, Router<T>>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.push([method, path, handler]);
    this.#nouns.add(nounOf(path));
    this.#routers.clear();
  }

  match(method: string, path: string): Result<T> {
    const noun = nounOf(path);
    const router = this.#routers.get(method)?.get(noun) ?? this.#makeRouter(method, noun);
    return router.match(method, path);
  }

  #makeRouter(method: string, noun: string): Router<T> {
    const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
    for (const [name, path, handler] of this.#routes)
      if ((name === method || name === 'ALL') && (path === '/*' || nounOf(path) === noun))
        router.add(name, path, handler);
    // A stranger can send any method and any noun, so routers are kept for known ones only.
    if (METHODS.has(method) && this.#nouns.has(noun)) {
      const kept = this.#routers.get(method) ?? new Map<string, Router<T>>();
      this.#routers.set(method, kept.set(noun, router));
    }
    return router;
  }
}

const NOUN = new RegExp(`^${API_PREFIX}/[^/]*`);

/** The first two parts of a path of the interface; '' for all other paths. */
function nounOf(path: string): string {
  return NOUN.exec(path)?.[0] ?? '';
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
