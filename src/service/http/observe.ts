import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { API_PREFIX } from '../../contract/index.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type AppEnv, Asked } from './access/env.ts';
import { answerError, hostCheck, logRequest } from './access/guards.ts';
import { completeHeaders } from './access/protect-browsers.ts';
import { rateLimits } from './access/rate-limits.ts';
import { targetOf } from './access/target.ts';

/**
 * Counts a request and its time, by the pattern of its path, such as `/v1/files/:id`. A path that no route takes counts as
 * `none`: callers choose it.
 * @param started the time when it came, of performance
 */
function measureRequest(metrics: Metrics, c: Context<AppEnv>, status: number, started: number): void {
  const route = c.get('asked').route ?? routeOf(c);
  metrics.record('vau_http_requests_total', { route, status: String(status) }, 1);
  metrics.record('vau_http_request_duration_seconds', { route }, (performance.now() - started) / 1_000);
}

/** An operation goes by its method and path, and a page by its path. */
function routeOf(c: Context<AppEnv>): string {
  const pattern = routePath(c);
  if (pattern.endsWith('*')) return 'none';
  return pattern.startsWith(API_PREFIX) ? `${methodOf(c.req.method)} ${pattern}` : pattern;
}

/** HEAD has the routes of GET. */
function methodOf(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

const LONGEST = 100;

/** The id of a request: the sender's own of the header x-request-id if it is short and plain, otherwise a new one. */
function requestIdOf(c: Context<AppEnv>): string {
  const { incoming } = c.env ?? {};
  // Node's own headers are there already; Hono's way to them takes as long as making an id.
  const given = incoming ? incoming.headers['x-request-id'] : c.req.header('x-request-id');
  return typeof given === 'string' && given !== '' && given.length <= LONGEST && !/[^\w\-=]/.test(given)
    ? given
    : randomUUID();
}

/** Answers a request, whatever it takes. */
type Answer = (c: Context<AppEnv>) => Promise<Response>;

/**
 * What every request gets, around the function that answers it: an id, a check of its address, all headers, a line in the
 * log, and its place in the metrics. Whatever is thrown becomes an `{error}`.
 */
export type Observe = (answer: Answer) => Answer;

/** Makes `Observe` for a service. */
export function observing(ctx: LifecycleContext): Observe {
  const checkHost = hostCheck(ctx.config);
  const limits = rateLimits(ctx);
  const refuse = answerError(ctx.log);
  return (answer) => async (c) => {
    const started = performance.now();
    const asked = new Asked(requestIdOf(c), limits);
    c.set('asked', asked);
    let response: Response;
    try {
      asked.url = targetOf(c);
      checkHost(asked.url);
      response = await answer(c);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      response = refuse(error, c);
    }
    completeHeaders(c, response);
    logRequest(ctx.log, c, response.status, started);
    measureRequest(ctx.metrics, c, response.status, started);
    return response;
  };
}
