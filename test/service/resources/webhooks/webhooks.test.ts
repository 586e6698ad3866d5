import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events } from '../../../../src/contract/index.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const create = (body: object = {}) =>
  service.call('POST', '/webhooks', {
    endpoint: 'https://example.com/hook',
    subscribed_events: ['file.job.completed'],
    ...body,
  });

describe('webhooks', () => {
  it('are created active, with their own secret', async () => {
    const [one, two] = [await create({ description: 'films' }), await create()];
    expect(one.status).toBe(200);
    expect(one.body).toEqual({
      id: expect.any(String),
      object: 'webhook',
      created_at: expect.any(Number),
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      endpoint: 'https://example.com/hook',
      active: true,
      subscribed_events: ['file.job.completed'],
      description: 'films',
    });
    expect(Math.abs(Date.now() - one.body.created_at)).toBeLessThan(60_000);
    expect(two.body.webhook_secret).not.toBe(one.body.webhook_secret);
    expect(two.body).not.toHaveProperty('description');
    expect((await service.call('GET', `/webhooks/${one.body.id}`)).body).toEqual(one.body);
  });

  it('[HOOK-1] an update accepts description, endpoint, events and active, and returns the webhook', async () => {
    const { body: before } = await create();
    const changed = {
      description: 'changed',
      endpoint: 'http://localhost:9/other',
      subscribed_events: ['describe.job.failed', 'file.job.deleted'],
      active: false,
    };
    const { status, body } = await service.call('PUT', `/webhooks/${before.id}`, changed);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...changed });
    expect((await service.call('GET', `/webhooks/${before.id}`)).body).toEqual(body);
  });

  it('[HOOK-2] events are the twenty documented names and no other', async () => {
    expect((await create({ subscribed_events: [...events] })).body.subscribed_events).toEqual([...events]);
    for (const wrong of ['file.job.done', 'FILE.JOB.COMPLETED', '*', '']) {
      const refused = await create({ subscribed_events: ['file.job.failed', wrong] });
      expect(refused.status).toBe(400);
      expect(refused.body.error).toContain('subscribed_events');
    }
    const { id } = (await create()).body;
    expect((await service.call('PUT', `/webhooks/${id}`, { subscribed_events: ['x'] })).status).toBe(400);
  });

  it('[HOOK-6] a field omitted from the update keeps its value', async () => {
    const { body: before } = await create({ description: 'kept' });
    const put = (body: object) => service.call('PUT', `/webhooks/${before.id}`, body);
    expect((await put({})).body).toEqual(before);
    expect((await put({ active: false })).body).toEqual({ ...before, active: false });
    expect((await put({ description: 'new' })).body).toEqual({
      ...before,
      active: false,
      description: 'new',
    });
    expect((await put({ description: '' })).body.description).toBe('');
  });

  it.each([
    [{ endpoint: 'ftp://example.com' }, 'endpoint'],
    [{ endpoint: 'example.com/hook' }, 'endpoint'],
    [{ subscribed_events: [] }, 'subscribed_events'],
    [{ subscribed_events: 'file.job.failed' }, 'subscribed_events'],
  ])('are refused with %j', async (body, named) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(named);
  });

  it('[SHAPE-1] can be created empty: all twenty events, and no endpoint until one is given', async () => {
    const { status, body } = await service.call('POST', '/webhooks', {});
    expect(status).toBe(200);
    expect(body.subscribed_events).toEqual([...events]);
    expect(body).toMatchObject({ active: true, object: 'webhook' });
    expect(body).not.toHaveProperty('endpoint');
    expect((await service.call('GET', `/webhooks/${body.id}`)).body).toEqual(body);
    const endpoint = 'https://example.com/late';
    expect((await service.call('PUT', `/webhooks/${body.id}`, { endpoint })).body).toEqual({
      ...body,
      endpoint,
    });
  });

  it('are deleted, and then not found', async () => {
    const { id } = (await create()).body;
    const gone = await service.call('DELETE', `/webhooks/${id}`);
    expect(gone.body).toEqual({ id, object: 'webhook' });
    for (const method of ['GET', 'DELETE'])
      expect((await service.call(method, `/webhooks/${id}`)).status).toBe(404);
  });

  it('[LIST-1] are listed per account; each once over all pages, in both orders', async () => {
    const headers = { authorization: `Bearer ${await strangerToken(service)}` };
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const endpoint = `https://example.com/${i}`;
      const body = { endpoint, subscribed_events: ['file.job.failed'] };
      made.push((await service.call('POST', '/webhooks', body, headers)).body.id);
    }
    const walk = async (sort: string) => {
      const ids: string[] = [];
      for (let offset = 0; offset < 5; offset += 2) {
        const { body } = await service.call(
          'GET',
          `/webhooks?limit=2&offset=${offset}&sort=${sort}`,
          undefined,
          headers,
        );
        expect(body).toMatchObject({ object: 'list', total: 5, limit: 2, offset });
        ids.push(...body.data.map(({ id }: { id: string }) => id));
      }
      return ids;
    };
    const up = await walk('asc');
    expect([...up].sort()).toEqual([...made].sort());
    expect(await walk('desc')).toEqual(up.reverse());
    const first = (await create()).body.id;
    expect((await service.call('GET', `/webhooks/${first}`, undefined, headers)).status).toBe(404);
  });
});
