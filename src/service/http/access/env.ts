import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { RateLimits } from './rate-limits.ts';

/** The URL of a request, as far as the service uses it. */
export type Target = Readonly<
  Pick<URL, 'origin' | 'host' | 'hostname' | 'pathname' | 'search' | 'searchParams'>
>;

/** What the service notes of a request while it answers it. Its shape is fixed: every request reads it many times. */
export class Asked {
  /** The request's id. */
  readonly id: string;
  readonly limits: RateLimits;
  /** Method and pattern of the operation that answers, for metrics; undefined for pages. */
  route: string | undefined = undefined;
  /** True if the response has all headers: see answer-json.ts. */
  complete = false;
  /** What the request costs, in credits; undefined if its handler does not say. */
  cost: number | undefined = undefined;
  #url: Target | undefined = undefined;

  constructor(id: string, limits: RateLimits) {
    this.id = id;
    this.limits = limits;
  }

  /** The request's URL. It is parsed once, before anything uses it: see target.ts. */
  get url(): Target {
    if (!this.#url) throw new Error('the URL of this request has not been checked');
    return this.#url;
  }

  set url(url: Target) {
    this.#url = url;
  }
}

/** Request-scoped values. */
export interface AppEnv {
  Variables: {
    asked: Asked;
  };
  /** Node's own request and response; missing if the request came over no connection. */
  Bindings: Partial<HttpBindings>;
}

/** The HTTP side of the service. */
export type App = Hono<AppEnv>;
