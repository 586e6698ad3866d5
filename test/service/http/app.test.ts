import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../src/contract/index.ts';
import { openTestService, readAnswer, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const UUID = '00000000-0000-4000-8000-000000000000';
const filled = (path: string) => `/v1${path.replace(/\{[^}]+\}/g, UUID)}`;

describe('the door', () => {
  it('[AUTH-2] every operation refuses a request without a token, before its body is read', async () => {
    for (const { method, path } of Object.values(operations)) {
      const body = new ReadableStream({ pull: () => Promise.reject(new Error('the body was read')) });
      const response = await service.app.request(filled(path), {
        method,
        ...(method === 'GET' || method === 'DELETE' ? {} : { body, duplex: 'half' }),
      });
      const answer = await readAnswer(response);
      expect({ path, status: answer.status, type: typeof answer.body.error }).toEqual({
        path,
        status: 401,
        type: 'string',
      });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('[VER-2] states the interface version in its own description, to anybody', async () => {
    const answer = await readAnswer(await service.app.request('/v1/openapi.json'));
    expect(answer.status).toBe(200);
    const description = JSON.parse(answer.text);
    expect(description.info.version).toBe('0.7.31');
    expect(Object.keys(description.paths)).toContain('/collections/{collection_id}/moment-criteria');
  });
});
