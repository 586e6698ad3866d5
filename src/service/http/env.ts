import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { RateLimits } from './rate-limits.ts';

/** What comes with each request. */
export interface AppEnv {
  Variables: { requestId: string; limits: RateLimits };
  /** Node's own request and answer; absent where a request came over no connection. */
  Bindings: Partial<HttpBindings>;
}

/** The HTTP side of the service. */
export type App = Hono<AppEnv>;
