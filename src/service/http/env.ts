import type { Hono } from 'hono';

/** What the middleware hands on with each request. */
export interface AppEnv {
  Variables: { requestId: string };
}

/** The HTTP side of the service. */
export type App = Hono<AppEnv>;
