import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operation, operations } from '../../src/contract/index.ts';
import { handlers } from '../../src/service/boot/registry/resources.ts';
import { createApp } from '../../src/service/http/app.ts';
import { binary, openServed, type Served } from '../support/served.ts';
import { readAnswer } from '../support/service.ts';
import { addressOf, bodies, documented, NOBODY } from './documented.ts';

let service: Served;
beforeAll(async () => {
  service = await openServed();
});
afterAll(() => service.close());

const json = { 'content-type': 'application/json' };
const raw = async (method: string, where: string, body: string, headers: Record<string, string> = json) =>
  readAnswer(
    await service.request(where, {
      method,
      body,
      headers: { authorization: `Bearer ${service.token}`, ...headers },
    }),
  );

describe('[ERR-1] every error is {error: string}', () => {
  const expectError = (answer: Awaited<ReturnType<typeof raw>>, status: number, words: RegExp) => {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error).toMatch(words);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
  };

  it('on an unknown route', async () => {
    expectError(await service.call('GET', '/nothing'), 404, /GET \/v1\/nothing/);
    expectError(await service.call('GET', '/v1'), 404, /GET/);
    expectError(await raw('POST', '/', '{}'), 404, /POST/);
  });

  it('on a method the path does not support, naming the supported ones', async () => {
    const answer = await service.call('DELETE', '/collections');
    expectError(answer, 405, /DELETE/);
    expect(answer.headers.get('allow')).toBe('POST, GET, HEAD');
    expectError(await raw('PATCH', `/v1/files/${NOBODY}`, '{}'), 405, /PATCH/);
  });

  it('on a body that is not JSON', async () => {
    expectError(await raw('POST', '/v1/collections', '{"name": '), 400, /JSON/);
    expectError(await raw('POST', '/v1/collections', '[]'), 400, /object/);
    expectError(await raw('POST', '/v1/collections', 'null'), 400, /object/);
  });

  it('on a body of another type, but only if there is one', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectError(await raw('POST', '/v1/collections', 'name=x', form), 415, /application\/json/);
    expectError(await raw('POST', '/v1/collections', '', form), 400, /name/);
    expectError(await raw('POST', `/v1/deepSearch/${NOBODY}/cancel`, '', form), 404, /deep search/);
  });

  it('on a body that is encoded, not UTF-8, or nested too deeply', async () => {
    const bytes = (body: Buffer, more = {}) =>
      raw('POST', '/v1/collections', body as unknown as string, { ...json, ...more });
    expectError(await bytes(gzipSync('{}'), { 'content-encoding': 'gzip' }), 415, /gzip/);
    expectError(await bytes(Buffer.from('{"name":"\xff"}', 'latin1')), 400, /UTF-8/);
    expectError(await raw('POST', '/v1/collections', '['.repeat(500)), 400, /100 levels/);
    const description = `${'['.repeat(300)}"\\`;
    const quoted = JSON.stringify({ name: 'brackets', description, collection_type: 'metadata' });
    expect((await raw('POST', '/v1/collections', quoted)).status).toBe(200);
  });

  it('on a body that is too large, declared or not', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(8 * 1024 ** 2), collection_type: 'metadata' });
    expectError(await raw('POST', '/v1/collections', large), 413, /8388608 bytes/);
    const undeclared = { body: new Blob([large]).stream(), duplex: 'half' as const };
    const headers = { authorization: `Bearer ${service.token}`, ...json };
    const answer = await service.request('/v1/collections', { method: 'POST', headers, ...undeclared });
    expectError(await readAnswer(answer), 413, /8388608 bytes/);
  });

  // Faults can be injected only into a service in this process.
  if (!binary)
    it('on an internal error, without its stack or its message', async () => {
      const { context } = service.inProcess ?? expect.unreachable();
      const app = createApp(context, {
        ...handlers,
        'file.list': () => Promise.reject(new Error('secret of the store')),
      });
      const headers = { authorization: `Bearer ${service.token}`, 'x-request-id': 'find-me' };
      const answer = await readAnswer(await app.request('/v1/files', { headers }));
      expectError(answer, 500, /find-me/);
      expect(answer.text).not.toMatch(/secret|\.ts|at /);
    });

  it('on a signed URL that was changed', async () => {
    expectError(await service.call('GET', '/../m/abc.def/files/x/original'), 403, /link/);
  });
});

describe('identifiers', () => {
  const withId = documented.filter(({ id, path }) => path.includes('{') || id === 'share.create');

  it.each(withId.map((operation) => [operation.id, operation] as const))(
    '[ERR-6] %s responds with 404 for an unknown id',
    async (id, operation) => {
      const answer = await service.call(operation.method, addressOf(operation), bodies[id]);
      expect(answer.status).toBe(404);
      expect(answer.body.error).toContain(NOBODY);
    },
  );

  const deletions = Object.values<Operation>(operations).filter(({ method }) => method === 'DELETE');
  it.each(deletions.map((operation) => [operation.id, operation] as const))(
    '%s responds with 404 for an unknown id',
    async (_, operation) => {
      const answer = await service.call('DELETE', addressOf(operation));
      expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining(NOBODY) } });
    },
  );

  it('[ERR-6] covers eleven of the thirteen', () => {
    expect(documented).toHaveLength(13);
    expect(withId).toHaveLength(11);
  });

  const uuidInPath = [
    'moment-criteria.attach',
    'deep-search.cancel',
    'face-match.get',
    'face-detect.get',
    'frames.delete',
  ] as const;

  it.each(uuidInPath)('[ERR-7] %s refuses an id that is not a UUID, naming it', async (id) => {
    const operation = operations[id];
    const parameter = /\{([^}]+)\}/.exec(operation.path)?.[1] ?? '';
    for (const wrong of ['1', 'not-a-uuid', `${NOBODY}0`]) {
      const answer = await service.call(operation.method, addressOf(operation, wrong), bodies[id]);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(parameter);
      expect(answer.body.error).toContain(wrong);
    }
  });

  it('[ERR-7] in a body is refused before any look-up', async () => {
    const share = await service.call('POST', '/share', { file_id: 'abc' });
    expect(share.status).toBe(400);
    expect(share.body.error).toMatch(/file_id.*abc/);
    const segment = await service.call('POST', '/share', { file_id: NOBODY, file_segment_id: '7' });
    expect(segment.body.error).toMatch(/file_segment_id/);
    const { body } = await service.call('POST', '/collections', { name: 'any', collection_type: 'metadata' });
    const media = await service.call('POST', `/collections/${body.id}/media`, {
      file_id: NOBODY,
      segmentation_id: 'x',
    });
    expect(media.status).toBe(400);
    expect(media.body.error).toMatch(/segmentation_id/);
  });

  it('[ERR-7] of type text may be anything, and names nothing', async () => {
    for (const where of ['/files/abc', '/collections/abc', '/tags/abc', '/webhooks/a%20b'])
      expect((await service.call('GET', where)).status).toBe(404);
  });
});
