import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { RateLimits } from './rate-limits.ts';

/** Request-scoped values. */
export interface AppEnv {
  Variables: { requestId: string; limits: RateLimits };
  /** Node's own request and response; missing if the request came over no connection. */
  Bindings: Partial<HttpBindings>;
}

/** The HTTP side of the service. */
export type App = Hono<AppEnv>;
