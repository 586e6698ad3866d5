import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { RateLimits } from './rate-limits.ts';

/** The URL of a request, as far as the service uses it. */
export type Target = Readonly<
  Pick<URL, 'origin' | 'host' | 'hostname' | 'pathname' | 'search' | 'searchParams'>
>;

/** What the service notes of a request while it answers it. */
export interface Asked {
  /** The request's id. */
  readonly id: string;
  readonly limits: RateLimits;
  /** Method and pattern of the operation that answers, for metrics; undefined for pages. */
  route?: string;
  /** True if the response has all headers: see answer-json.ts. */
  complete?: boolean;
  /** What the request costs, in credits; undefined if its handler does not say. */
  cost?: number;
}

/** Request-scoped values. */
export interface AppEnv {
  Variables: {
    asked: Asked;
    /** The request's URL. It is parsed once: see target.ts. */
    url: Target;
  };
  /** Node's own request and response; missing if the request came over no connection. */
  Bindings: Partial<HttpBindings>;
}

/** The HTTP side of the service. */
export type App = Hono<AppEnv>;
