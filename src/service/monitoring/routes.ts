import type { Context } from 'hono';
import { signIn } from '../http/auth.ts';
import type { App, AppEnv } from '../http/env.ts';
import { requestLog } from '../http/guards.ts';
import { METRICS_TYPE, metricsText } from '../metrics/text.ts';
import { isLoopback } from '../net/addresses.ts';
import { gauges } from './gauges.ts';
import { notReady } from './ready.ts';
import type { Monitored } from './state.ts';

const NEVER_KEPT = { 'cache-control': 'no-store' };

/** Adds what programs ask that watch over the service: /healthz, /readyz and /metrics. */
export function monitoringRoutes(app: App, monitored: Monitored): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NEVER_KEPT));
  app.get('/readyz', async (c) => {
    const log = requestLog(monitored.context.log, c);
    const reasons = await notReady({ ...monitored, context: { ...monitored.context, log } });
    if (reasons.length === 0) return c.json({ status: 'ready' }, 200, NEVER_KEPT);
    return c.json({ status: 'not ready', reasons }, 503, NEVER_KEPT);
  });
  app.get('/metrics', async (c) => {
    if (!fromThisMachine(monitored, c)) await signIn(monitored.context, c, 'admin');
    const samples = [...(await gauges(monitored)), ...monitored.registry.samples()];
    return c.body(metricsText(samples), 200, { 'content-type': METRICS_TYPE, ...NEVER_KEPT });
  });
}

/** Headers by which proxies say for whom they ask. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a program on this machine asks a service that only this machine reaches. What comes through a proxy comes from
 * this machine too, so a service with a public URL, and a request with a header of proxies, need a token.
 */
function fromThisMachine({ context }: Monitored, c: Context<AppEnv>): boolean {
  const { host, publicUrl } = context.config;
  const peer = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  if (!isLoopback(host) || publicUrl !== undefined || peer === undefined || !isLoopback(peer)) return false;
  return FORWARDED.every((name) => c.req.header(name) === undefined);
}
