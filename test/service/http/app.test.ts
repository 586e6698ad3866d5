import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { revokeTokens } from '../../../src/service/accounts/remembered-tokens.ts';
import { createToken } from '../../../src/service/accounts/tokens.ts';
import { anotherToken, openTestService, readAnswer, type TestService } from '../../support/service.ts';
import { queries } from '../accounts/foreign-requests.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const UUID = '00000000-0000-4000-8000-000000000000';
const filled = (path: string) => `/v1${path.replace(/\{[^}]+\}/g, UUID)}`;

/** A request whose body must not be read. */
function request(method: string, path: string, authorization?: string) {
  const body = new ReadableStream(
    { pull: () => Promise.reject(new Error('the body was read')) },
    { highWaterMark: 0 },
  );
  return service.app.request(filled(path), {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body, duplex: 'half' }),
  });
}

describe('sign-in', () => {
  it('[AUTH-1] every operation accepts the bearer header', async () => {
    for (const { id, method, path } of Object.values(operations)) {
      if (method !== 'GET') continue;
      const { status } = await service.call(method, `${filled(path)}${queries[id] ?? ''}`);
      expect([200, 404]).toContain(status);
    }
  });

  it('a token is for what its scope allows: to read, to write too, or all', async () => {
    const [account] = await service.context.db.selectFrom('accounts').select('id').execute();
    const about = { name: 'of a scope', collection_type: 'metadata' };
    const statuses: number[][] = [];
    for (const scope of ['read', 'write', 'admin'] as const) {
      const { token } = await createToken(service.context.db, account?.id ?? '', scope, Date.now(), scope);
      const headers = { authorization: `bearer  ${token} ` };
      const made = await service.call('POST', '/collections', { ...about, name: scope }, headers);
      statuses.push([(await service.call('GET', '/files', undefined, headers)).status, made.status]);
      if (made.status === 403)
        expect(made.body.error).toContain(
          'this token has the scope read, and this request needs write; create another token',
        );
    }
    expect(statuses).toEqual([
      [200, 403],
      [200, 200],
      [200, 200],
    ]);
  });

  it('[AUTH-2] a missing, malformed, unknown or revoked token gets 401 everywhere, before the body is read', async () => {
    const revoked = await anotherToken(service);
    expect(
      (await service.call('GET', '/files', undefined, { authorization: `Bearer ${revoked.token}` })).status,
    ).toBe(200);
    await revokeTokens(service.context.db, revoked.account, [revoked.id], Date.now());
    const wrong = [
      undefined,
      '',
      'Bearer',
      `Basic ${service.token}`,
      service.token,
      'Bearer vau_unknown',
      `Bearer ${revoked.token}`,
      `Bearer ${service.token}x`,
    ];
    for (const { method, path } of Object.values(operations))
      for (const authorization of wrong) {
        const answer = await readAnswer(await request(method, path, authorization));
        const { status, body } = answer;
        expect({ path, status, error: typeof body.error }).toEqual({ path, status: 401, error: 'string' });
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
  });

  it('[AUTH-2] changes nothing without a token', async () => {
    const before = await service.call('POST', '/collections', { name: 'kept', collection_type: 'metadata' });
    const where = `/collections/${before.body.id}`;
    const authorization = 'Bearer wrong';
    expect((await service.call('DELETE', where, undefined, { authorization })).status).toBe(401);
    expect((await service.call('PUT', where, { name: 'changed' }, { authorization })).status).toBe(401);
    expect((await service.call('GET', where)).body).toEqual(before.body);
  });

  it('accepts the scheme in any case', async () => {
    expect(
      (await service.call('GET', '/files', undefined, { authorization: `bearer ${service.token}` })).status,
    ).toBe(200);
  });
});

describe('the description', () => {
  it('[VER-2] states the interface version, for everyone, with every operation', async () => {
    const answer = await readAnswer(await service.app.request('/v1/openapi.json'));
    expect(answer.status).toBe(200);
    const description = JSON.parse(answer.text);
    expect(description).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      info: { version: '0.7.31' },
    });
    for (const { path, method } of Object.values(operations))
      expect(description.paths[path]).toHaveProperty(method.toLowerCase());
  });
});

describe('every response', () => {
  it('has a request id, and the caller may send a harmless one', async () => {
    const asked = async (id: string) =>
      (await service.call('GET', '/files', undefined, { 'x-request-id': id })).headers.get('x-request-id');
    expect(await asked('abc-1')).toBe('abc-1');
    expect(await asked('a b<script>')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has headers that protect browsers, and allows no other origin', async () => {
    const { headers } = await service.call('GET', '/files', undefined, {
      origin: 'https://elsewhere.example',
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('to HEAD is that to GET without a body', async () => {
    const { status, text, headers } = await service.call('HEAD', '/files');
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers.get('content-type')).toMatch(/json/);
  });
});

describe('the host name of a request', () => {
  const asked = async (host: string, own: TestService = service) =>
    (await own.app.request(`http://${host}/v1/health`)).status;

  it.each(['localhost', 'localhost:4747', '127.0.0.1:1', '127.8.9.1', '[::1]:4747', 'vau.localhost'])(
    'may be %s',
    async (host) => {
      expect(await asked(host)).toBe(200);
    },
  );

  it.each([
    'attacker.example',
    '127.0.0.1.attacker.example',
    'localhost.attacker.example',
    '192.168.1.5',
    '10.0.0.1:4747',
    '[::2]',
  ])(
    'may not be %s while it listens on loopback, not even the second time or after a good one',
    async (host) => {
      for (const one of [host, host, 'localhost', host])
        expect(await asked(one)).toBe(one === 'localhost' ? 200 : 403);
    },
  );

  it('may be the configured public one, and links use it', async () => {
    const own = await openTestService({ publicUrl: 'https://media.example' });
    expect(await asked('media.example', own)).toBe(200);
    expect(await asked('other.example', own)).toBe(403);
    const { body } = await own.call('POST', '/files/sync', { url: 'https://elsewhere.example/a.mp4' });
    await own.context.db.updateTable('files').set({ has_thumbnail: 1 }).execute();
    const file = await own.call('GET', `/files/${body.id}`);
    expect(file.body.thumbnail_url).toMatch(/^https:\/\/media\.example\/m\//);
    await own.close();
  });

  it('may be any if it listens on other addresses', async () => {
    const own = await openTestService({ host: '0.0.0.0' });
    expect(await asked('192.168.1.5', own)).toBe(200);
    await own.close();
  });
});
