import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { createToken } from '../../../src/service/accounts/tokens.ts';
import { addressOf, closeServer, makeServer } from '../../../src/service/http/server.ts';
import { metrics } from '../../../src/service/metrics/definitions.ts';
import { makeRegistry, metricsText } from '../../../src/service/metrics/metrics.ts';
import { startTestReceiver } from '../../support/receiver.ts';
import { anotherToken, openTestService, type TestService } from '../../support/service.ts';
import { linesOf, valueIn } from './exposition.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const read = async (own: TestService = service) => {
  const headers = { authorization: `Bearer ${own.token}` };
  return (await own.app.request('/metrics', { headers })).text();
};

/** Asks a real server for its metrics. */
async function fetched(own: TestService, headers: Record<string, string> = {}): Promise<number> {
  const server = makeServer(own.app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const response = await fetch(`${addressOf(server)}/metrics`, { headers });
    await response.text();
    return response.status;
  } finally {
    await closeServer(server, 0);
  }
}

describe('who may read /metrics', () => {
  it('is a token with the scope admin', async () => {
    const { account } = await anotherToken(service);
    const statusOf = async (authorization?: string) =>
      (await service.app.request('/metrics', { headers: authorization ? { authorization } : {} })).status;
    expect(await statusOf()).toBe(401);
    expect(await statusOf('Bearer wrong')).toBe(401);
    for (const [scope, status] of [
      ['read', 403],
      ['write', 403],
      ['admin', 200],
    ] as const) {
      const { token } = await createToken(service.context.db, account, scope, Date.now(), scope);
      expect(await statusOf(`Bearer ${token}`), scope).toBe(status);
    }
  });

  it('is any program on this machine, if no others reach the service', async () => {
    expect(await fetched(service)).toBe(200);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])
      expect(await fetched(service, { [name]: '1.2.3.4' }), name).toBe(401);
    const reached = await openTestService({ host: '0.0.0.0' });
    expect(await fetched(reached)).toBe(401);
    await reached.close();
    const published = await openTestService({ publicUrl: 'https://media.example' });
    expect(await fetched(published)).toBe(401);
    await published.close();
  });
});

describe('the metrics', () => {
  it('are valid, each with its help and type, and only those that are defined', async () => {
    const receiver = await startTestReceiver();
    await service.call('POST', '/webhooks', {
      endpoint: receiver.url,
      subscribed_events: ['file.job.failed'],
    });
    await service.upload('no film', 'broken.flac');
    const { body } = await service.call('POST', '/collections', {
      name: 'searched',
      collection_type: 'media-descriptions',
    });
    const search = { query: 'anything', scope: 'segment', collections: [body.id] };
    expect((await service.call('POST', '/search', search)).body).toMatchObject({ total: 0 });
    await service.drain();
    await receiver.close();
    const text = await read();
    const found = linesOf(text);
    expect(found.map(({ metric }) => metric).filter((metric) => !(metric in metrics))).toEqual([]);
    for (const { metric, suffix, labels } of found)
      expect(
        Object.keys(labels)
          .filter((label) => label !== 'le' || suffix !== '_bucket')
          .sort(),
        metric,
      ).toEqual([...metrics[metric as keyof typeof metrics].labels].sort());
    expect(valueIn(text, 'vau_job_runs_total', { kind: 'file.process', outcome: 'completed' })).toBe(1);
    expect(valueIn(text, 'vau_job_duration_seconds_count', { kind: 'file.process' })).toBe(1);
    expect(valueIn(text, 'vau_webhook_attempts_total', { response: '2xx' })).toBe(1);
    expect(valueIn(text, 'vau_webhook_attempt_duration_seconds_count', {})).toBe(1);
    expect(valueIn(text, 'vau_search_duration_seconds_count', { kind: 'segment' })).toBe(1);
    const upload = { route: 'POST /v1/files' };
    expect(valueIn(text, 'vau_http_requests_total', { ...upload, status: '200' })).toBe(1);
    expect(valueIn(text, 'vau_http_request_duration_seconds_bucket', { ...upload, le: '+Inf' })).toBe(1);
  });

  it('tell how many jobs of each kind wait, in which lane, and for how long', async () => {
    let now = Date.now();
    const own = await openTestService({}, { clock: () => now });
    await own.upload('no film', 'a.flac');
    now += 60_000;
    await own.upload('no film either', 'b.flac');
    const text = await read(own);
    const intake = { lane: 'intake', kind: 'file.process' };
    expect(valueIn(text, 'vau_jobs', { ...intake, state: 'ready' })).toBe(2);
    expect(valueIn(text, 'vau_job_oldest_age_seconds', intake)).toBe(60);
    expect(valueIn(text, 'vau_jobs', { lane: 'heavy', kind: 'describe.run', state: 'ready' })).toBe(0);
    await own.close();
  });

  it('have labels from small, fixed sets, whatever callers send', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const secret = 'vau_secret"\\\n{}';
    for (const { method, path } of Object.values(operations))
      await service.call(method, path.replace(/\{[^}]+\}/g, id));
    for (const path of ['/nowhere', `/${encodeURIComponent(secret)}`, `/s/${id}`, `/m/${id}/files/x.mp4`])
      for (const method of ['GET', 'HEAD', 'PROPFIND', 'X-ODD']) await service.app.request(path, { method });
    const text = await read();
    expect(text).not.toContain(id);
    expect(text).not.toContain('secret');
    const routes = new Set(
      linesOf(text).flatMap(({ labels }) => (labels.route === undefined ? [] : [labels.route])),
    );
    const known = Object.values(operations).map(
      ({ method, path }) => `${method} /v1${path.replace(/\{([^}]+)\}/g, ':$1')}`,
    );
    expect([...routes].filter((route) => !known.includes(route)).sort()).toEqual([
      '/m/:token/:path{.+}',
      '/metrics',
      '/s/:id',
      'none',
    ]);
    expect(known.filter((route) => !routes.has(route))).toEqual([]);
  });

  it('do not grow beyond a thousand combinations of labels', () => {
    const registry = makeRegistry();
    for (let at = 0; at < 3_000; at += 1)
      registry.record('vau_webhook_attempts_total', { response: `${at}` }, 1);
    registry.record('vau_webhook_attempts_total', { response: '7' }, 1);
    const text = metricsText(registry.samples());
    expect(linesOf(text)).toHaveLength(1_000);
    expect(valueIn(text, 'vau_webhook_attempts_total', { response: '7' })).toBe(2);
  });

  it('write label values that need escaping', () => {
    const registry = makeRegistry();
    registry.record('vau_webhook_attempts_total', { response: 'a"b\\c\nd' }, 1);
    expect(linesOf(metricsText(registry.samples()))[0]?.labels).toEqual({ response: 'a"b\\c\nd' });
  });
});
