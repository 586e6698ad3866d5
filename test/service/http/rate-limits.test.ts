import { afterEach, describe, expect, it } from 'vitest';
import { openapi } from '../../../src/contract/index.ts';
import type { ServiceConfig } from '../../../src/service/context/config.ts';
import { makeBuckets } from '../../../src/service/http/access/rate-limits.ts';
import { anotherToken, openTestService, readAnswer, type TestService } from '../../support/service.ts';

let service: TestService | undefined;
let now: number;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function open(config: Partial<ServiceConfig>): Promise<TestService> {
  now = Date.UTC(2026, 0, 1);
  service = await openTestService(config, { clock: () => now });
  return service;
}

const ask = (own: TestService, token = own.token) =>
  own.call('GET', '/tags', undefined, { authorization: `Bearer ${token}` });

/** A request over a connection from that address. */
const from = async (
  own: TestService,
  remoteAddress: string,
  token: string,
  path = '/v1/tags',
  init: RequestInit = {},
) => {
  const headers = { authorization: `Bearer ${token}`, ...init.headers };
  const env = { incoming: { headers: {}, rawHeaders: [], socket: { remoteAddress } } };
  return readAnswer(await own.app.request(path, { ...init, headers }, env));
};

const times = async <T>(count: number, action: () => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  for (let turn = 0; turn < count; turn += 1) done.push(await action());
  return done;
};

describe('requests of one token', () => {
  it('[LIM-1] beyond a burst of five seconds get 429, {error} and Retry-After, and pass again after that', async () => {
    const own = await open({ requestsPerSecond: 2 });
    expect((await times(10, () => ask(own))).map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = await ask(own);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'too many requests with this token: 2 per second are allowed; try again in 1 s',
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    now += 1000;
    expect((await times(3, () => ask(own))).map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('are counted per token', async () => {
    const own = await open({ requestsPerSecond: 0.2 });
    const other = await anotherToken(own);
    expect((await times(2, () => ask(own))).map(({ status }) => status)).toEqual([200, 429]);
    expect((await ask(own, other.token)).status).toBe(200);
    expect((await ask(own)).headers.get('retry-after')).toBe('5');
  });

  it('have no limit if it is 0', async () => {
    const own = await open({ requestsPerSecond: 0 });
    expect(new Set((await times(50, () => ask(own))).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('are refused before the body is read', async () => {
    const own = await open({ requestsPerSecond: 0.2 });
    await ask(own);
    const body = new ReadableStream(
      { pull: () => Promise.reject(new Error('the body was read')) },
      { highWaterMark: 0 },
    );
    const init = {
      method: 'POST',
      body,
      duplex: 'half' as const,
      headers: { authorization: `Bearer ${own.token}` },
    };
    expect((await own.app.request('/v1/files', init)).status).toBe(429);
  });
});

describe('failed sign-ins', () => {
  it('beyond a minute of them from one address get 429 instead of 401, pages included', async () => {
    const own = await open({ failedSignInsPerMinute: 3 });
    const failed = () => from(own, '192.0.2.1', 'vau_wrong');
    expect((await times(4, failed)).map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    const refused = await failed();
    expect(refused.headers.get('retry-after')).toBe('20');
    expect(refused.body.error).toContain('192.0.2.1');
    const form = { method: 'POST', body: new URLSearchParams('share=a&token=vau_wrong') };
    expect((await from(own, '192.0.2.1', '', '/s/login', form)).status).toBe(429);
    now += 20_000;
    expect((await times(2, failed)).map(({ status }) => status)).toEqual([401, 429]);
  });

  it('lock nobody else out: neither other addresses, nor anyone with a token', async () => {
    const own = await open({ failedSignInsPerMinute: 1 });
    await times(3, () => from(own, '192.0.2.1', 'vau_wrong'));
    expect((await from(own, '192.0.2.2', 'vau_wrong')).status).toBe(401);
    expect((await from(own, '192.0.2.1', own.token)).status).toBe(200);
  });

  it('have no limit if it is 0', async () => {
    const own = await open({ failedSignInsPerMinute: 0 });
    const statuses = (await times(20, () => from(own, '192.0.2.1', 'x'))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});

describe('the contract', () => {
  it('names 429 for every operation, uploads included', () => {
    const paths = Object.values(openapi().paths as Record<string, Record<string, { responses: object }>>);
    for (const path of paths)
      for (const { responses } of Object.values(path)) expect(responses).toHaveProperty('429');
  });
});

describe('a bucket', () => {
  it('adds nothing twice when the clock is set back, and refills from there', () => {
    let clock = 1_000_000;
    const buckets = makeBuckets({ perSecond: 1, burst: 1 }, () => clock);
    expect(buckets.take('a')).toBe(0);
    clock -= 500_000;
    expect(buckets.take('a')).toBe(1);
    clock += 1_000;
    expect(buckets.take('a')).toBe(0);
  });

  it('is forgotten after ten thousand newer ones', () => {
    const buckets = makeBuckets({ perSecond: 0.001, burst: 1 }, () => 0);
    expect([buckets.take('first'), buckets.take('first')]).toEqual([0, 1000]);
    for (let other = 0; other < 10_000; other += 1) buckets.take(`other ${other}`);
    expect(buckets.take('first')).toBe(0);
  });
});
