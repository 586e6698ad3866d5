import { Hono } from 'hono';
import { API_PREFIX, operations, uploadRoutes } from '../../contract/index.ts';
import type { WaitingContext } from '../jobs/waiting.ts';
import { apiDescription } from './api-description.ts';
import { bindOperation } from './bind.ts';
import type { App, AppEnv } from './env.ts';
import { answerError, missingRoute, noRoute } from './guards.ts';
import type { Handlers } from './handler.ts';
import { type Observe, observing } from './observe.ts';
import { DividedRouter } from './router.ts';
import { serveSignedObject } from './signed-objects.ts';

/** Adds routes outside /v1, such as the pages of shares. */
export type Pages = (app: App, ctx: WaitingContext) => void;

/**
 * The whole HTTP side of the service, as a fetch-shaped function that needs no port: `(await createApp(ctx,
 * handlers).request('/v1/files')).status`.
 */
export function createApp(ctx: WaitingContext, handlers: Handlers, pages: readonly Pages[] = []): App {
  const app: App = new Hono<AppEnv>({ router: new DividedRouter() });
  const observe = observing(ctx);
  for (const operation of Object.values(operations)) bindOperation(app, ctx, operation, handlers, observe);
  // Hono runs a single handler without its chain of middleware, which is a few per cent of a GET. So all that is around an
  // operation is in its handler, and the other routes have an app of their own.
  const others = otherRoutes(ctx, observe, pages);
  app.notFound((c) => others.fetch(c.req.raw, c.env));
  return app;
}

function otherRoutes(ctx: WaitingContext, observe: Observe, pages: readonly Pages[]): App {
  const app = emptyApp(ctx, observe, [...Object.values(operations), ...uploadRoutes]);
  app.get(`${API_PREFIX}/health`, (c) => c.json({ status: 'ok' }));
  app.get(`${API_PREFIX}/openapi.json`, async (c) =>
    c.body(await apiDescription(), 200, { 'content-type': 'application/json' }),
  );
  for (const add of pages) add(app, ctx);
  app.get('/m/:token/:path{.+}', (c) => serveSignedObject(ctx, c));
  return app;
}

/** An app without the API: for a process that only says how it is. */
export function pagesApp(ctx: WaitingContext, add: Pages): App {
  const app = emptyApp(ctx, observing(ctx), []);
  add(app, ctx);
  return app;
}

/** An app without routes, with what is around every answer. @param known the operations whose other methods get 405 */
function emptyApp(ctx: WaitingContext, observe: Observe, known: Parameters<typeof noRoute>[0]): App {
  const app: App = new Hono<AppEnv>({ router: new DividedRouter() });
  app.use((c, next) =>
    observe(async () => {
      await next();
      return c.res;
    })(c),
  );
  app.notFound(missingRoute(noRoute(known)));
  app.onError(answerError(ctx.log));
  return app;
}
