import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { API_PREFIX } from '../../contract/index.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { AppEnv } from './env.ts';

/**
 * Counts a request and its time, by the pattern of its path, such as `/v1/files/:id`. A path that no route takes counts as
 * `none`: callers choose it.
 * @param started the time when it came, of performance
 */
export function measureRequest(metrics: Metrics, c: Context<AppEnv>, status: number, started: number): void {
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
