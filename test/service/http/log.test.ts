import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers } from '../../../src/service/boot/registry/resources.ts';
import type { App } from '../../../src/service/http/access/env.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { formatRecord, type LogRecord, logTo } from '../../../src/service/log.ts';
import { startTestReceiver } from '../../support/receiver.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const PLANTED = {
  password: 'hunter2hunter2',
  query: 'X-Amz-Signature=abcdef0123456789',
  path: 'receiver-path-secret',
  bearer: 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl',
};

let service: TestService;
/** The same service, with a page that fails. */
let broken: App;
let lines: string[];
const records: LogRecord[] = [];

beforeAll(async () => {
  lines = [];
  const log = logTo((record) => {
    records.push(record);
    lines.push(formatRecord(record, 'json'), formatRecord(record, 'plain'));
  }, 'debug');
  service = await openTestService({ webhookFailingMs: 1 }, { log });
  broken = createApp(service.context, handlers, [
    (app) =>
      app.get('/boom/:code', () => {
        const { password, query, bearer } = PLANTED;
        throw new Error(`https://me:${password}@store.example/a?${query} refused Bearer ${bearer}`);
      }),
  ]);
});
afterAll(() => service.close());

const ask = (path: string, init: RequestInit = {}) => Promise.resolve(service.app.request(path, init));
const lineOf = (request: string) => records.filter(({ fields }) => fields.request === request);

describe('the id of a request', () => {
  it('is in the response and in every line about it, errors included', async () => {
    const { status, headers } = await broken.request('/boom/x', { headers: { 'x-request-id': 'mine-1' } });
    expect([status, headers.get('x-request-id')]).toEqual([500, 'mine-1']);
    expect(lineOf('mine-1').map(({ message }) => message)).toEqual(['request failed', 'request']);
  });

  it('is in the lines that a handler writes', async () => {
    const { id } = (await service.upload('a film of its own', 'named.flac')).body;
    // The record beside the original cannot be written any more.
    const { objects } = service.context;
    const before = objects.putBytes;
    objects.putBytes = () => Promise.reject(new Error('no space'));
    const mine = { 'x-request-id': 'mine-2' };
    expect((await service.call('PUT', `/files/${id}`, { metadata: { a: 1 } }, mine)).status).toBe(200);
    objects.putBytes = before;
    expect(lineOf('mine-2').map(({ message }) => message)).toEqual([
      'the record beside an original could not be updated',
      'request',
    ]);
  });

  it.each([
    ['/nowhere', 404],
    ['/v1/files', 401],
    ['/healthz', 200],
    ['/s/x', 404],
    ['/v1/files/%', 400],
  ])('is in the response to %s, and new if the sent one is not well-formed', async (path, status) => {
    for (const sent of ['', 'a b', '<x>', 'é', 'x'.repeat(101), '{"a":1}']) {
      const response = await ask(path, { headers: { 'x-request-id': sent } });
      const id = response.headers.get('x-request-id') ?? '';
      expect([response.status, id]).toEqual([status, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      expect(lineOf(id)).toHaveLength(1);
    }
  });
});

describe('the log', () => {
  it('[SAFE-5] contains no token, secret, signature, cookie or password, whatever is asked', async () => {
    const receiver = await startTestReceiver(() => ({ status: 410 }));
    const hook = await service.call('POST', '/webhooks', {
      endpoint: `${receiver.url}/${PLANTED.path}?${PLANTED.query}`,
      subscribed_events: ['file.job.processing', 'file.job.failed'],
    });
    const { body: file } = await service.upload('no film', 'broken.flac');
    await service.call('POST', '/files/sync', {
      url: `http://me:${PLANTED.password}@127.0.0.1/a?${PLANTED.query}`,
    });
    await service.call('POST', '/files/sync', { url: `http://127.0.0.1:1/a?${PLANTED.query}` });
    await service.drain();
    await receiver.close();
    const { body: share } = await service.call('POST', '/share', {
      file_id: file.id,
      visibility: 'private',
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const signIn = (token: string) =>
      ask('/s/login', {
        method: 'POST',
        headers: form,
        body: new URLSearchParams({ token, share: share.id }).toString(),
      });
    const cookie = ((await signIn(service.token)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(cookie).toContain('vau_session=');
    await signIn(PLANTED.bearer);
    await ask(`/s/${share.id}`, { headers: { cookie } });
    await service.context.db.updateTable('files').set({ has_thumbnail: 1 }).execute();
    const { thumbnail_url: signed } = (await service.call('GET', `/files/${file.id}`)).body;
    const signature = /\/m\/([^/]+)/.exec(signed)?.[1] ?? '';
    expect(signature.length).toBeGreaterThan(40);
    await ask(new URL(signed).pathname);
    for (const secret of [service.token, signature, hook.body.webhook_secret, PLANTED.bearer]) {
      await broken.request(`/boom/${encodeURIComponent(secret)}`);
      await ask(`/m/${secret}/files/x`);
      await ask(`/v1/files/${encodeURIComponent(secret)}?token=${encodeURIComponent(secret)}`);
      await ask('/v1/files', {
        headers: { authorization: `Bearer ${secret}`, 'x-request-id': secret.replace(/[^\w-]/g, '-') },
      });
      await service.call('GET', `/files/${encodeURIComponent(secret)}`);
    }
    expect(records.map(({ message }) => message)).toContain('a webhook was disabled');
    const text = lines.join('\n');
    const secrets = {
      ...PLANTED,
      token: service.token,
      signature,
      cookie: cookie.replace('vau_session=', ''),
    };
    for (const [name, secret] of Object.entries({ ...secrets, webhook: hook.body.webhook_secret }))
      expect(
        lines.filter((line) => line.includes(secret)),
        name,
      ).toEqual([]);
    expect(text).toContain('request failed');
  });
});
