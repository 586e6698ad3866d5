import { type Context, Hono } from 'hono';
import { API_PREFIX, operations, uploadRoutes } from '../../contract/index.ts';
import type { WaitingContext } from '../jobs/waiting.ts';
import { apiDescription } from './api-description.ts';
import { bindOperation } from './bind.ts';
import type { App, AppEnv } from './env.ts';
import { answerError, hostCheck, logRequest, missingRoute, noRoute } from './guards.ts';
import type { Handlers } from './handler.ts';
import { measureRequest } from './measure.ts';
import { completeHeaders } from './protect-browsers.ts';
import { rateLimits } from './rate-limits.ts';
import { requestIdOf } from './request-id.ts';
import { DividedRouter } from './router.ts';
import { serveSignedObject } from './signed-objects.ts';
import { targetOf } from './target.ts';

/** Adds routes outside /v1, such as the pages of shares. */
export type Pages = (app: App, ctx: WaitingContext) => void;

/**
 * The whole HTTP side of the service, as a fetch-shaped function that needs no port: `(await createApp(ctx,
 * handlers).request('/v1/files')).status`.
 */
export function createApp(ctx: WaitingContext, handlers: Handlers, pages: readonly Pages[] = []): App {
  const app: App = new Hono<AppEnv>({ router: new DividedRouter() });
  const checkHost = hostCheck(ctx.config);
  const limits = rateLimits(ctx);
  const answer = answerError(ctx.log);
  const refusalOf = (c: Context<AppEnv>) => {
    try {
      c.set('url', targetOf(c));
      checkHost(c.get('url'));
      return undefined;
    } catch (error) {
      return answer(error as Error, c);
    }
  };
  app.use(async (c, next) => {
    const started = performance.now();
    c.set('asked', { id: requestIdOf(c), limits });
    const refusal = refusalOf(c);
    if (refusal) c.res = refusal;
    else await next();
    completeHeaders(c);
    logRequest(ctx.log, c, started);
    measureRequest(ctx.metrics, c, started);
  });
  app.get(`${API_PREFIX}/health`, (c) => c.json({ status: 'ok' }));
  app.get(`${API_PREFIX}/openapi.json`, async (c) =>
    c.body(await apiDescription(), 200, { 'content-type': 'application/json' }),
  );
  for (const operation of Object.values(operations)) bindOperation(app, ctx, operation, handlers);
  for (const add of pages) add(app, ctx);
  app.get('/m/:token/:path{.+}', (c) => serveSignedObject(ctx, c));
  app.notFound(missingRoute(noRoute([...Object.values(operations), ...uploadRoutes])));
  app.onError(answer);
  return app;
}
