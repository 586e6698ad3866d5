import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionTypes } from '../../../../src/contract/index.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const configs: Record<string, object> = {
  entities: { extract_config: { prompt: 'names of ships' } },
  'media-descriptions': { describe_config: { enable_speech: false } },
};

describe('a collection', () => {
  it.each(collectionTypes)('of type %s is created and shown with its config', async (collection_type) => {
    const config = configs[collection_type] ?? {};
    const made = await service.call('POST', '/collections', {
      name: `all ${collection_type}`,
      collection_type,
      ...config,
    });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      object: 'collection',
      collection_type,
      description: null,
      file_count: 0,
      ...config,
    });
    expect((await service.call('GET', `/collections/${made.body.id}`)).body).toEqual(made.body);
  });

  it('has a unique name: a second one is a conflict', async () => {
    await service.call('POST', '/collections', { name: 'harbour', collection_type: 'metadata' });
    const again = await service.call('POST', '/collections', { name: 'harbour', collection_type: 'moments' });
    expect(again.status).toBe(409);
    expect(again.body.error).toContain('"harbour"');
    const other = await service.call('POST', '/collections', { name: 'port', collection_type: 'metadata' });
    const renamed = await service.call('PUT', `/collections/${other.body.id}`, { name: 'harbour' });
    expect(renamed.status).toBe(409);
    const authorization = `Bearer ${await strangerToken(service)}`;
    const elsewhere = { name: 'harbour', collection_type: 'metadata' };
    expect((await service.call('POST', '/collections', elsewhere, { authorization })).status).toBe(200);
  });

  it('can change its name and description, and omitted fields stay', async () => {
    const { body } = await service.call('POST', '/collections', {
      name: 'one',
      collection_type: 'metadata',
      description: 'first',
    });
    const renamed = await service.call('PUT', `/collections/${body.id}`, { name: 'two' });
    expect(renamed.body).toMatchObject({ name: 'two', description: 'first' });
    const cleared = await service.call('PUT', `/collections/${body.id}`, { description: null });
    expect(cleared.body).toMatchObject({ name: 'two', description: null });
  });

  it('[DEL-1] can be deleted, and its files remain', async () => {
    const { body } = await service.call('POST', '/collections', {
      name: 'to go',
      collection_type: 'metadata',
    });
    const file = await service.upload('x', 'stays.mp4');
    await service.call('POST', `/collections/${body.id}/media`, { file_id: file.body.id });
    expect((await service.call('GET', `/collections/${body.id}`)).body.file_count).toBe(1);
    const answer = await service.call('DELETE', `/collections/${body.id}`);
    expect(answer.body).toEqual({ id: body.id, object: 'collection' });
    expect((await service.call('GET', `/collections/${body.id}`)).status).toBe(404);
    expect((await service.call('GET', `/files/${file.body.id}`)).status).toBe(200);
  });

  it.each([
    ['no name', { collection_type: 'metadata' }, /name/],
    ['an empty name', { name: '', collection_type: 'metadata' }, /name/],
    ['no type', { name: 'x' }, /collection_type/],
    ['an unknown type', { name: 'x', collection_type: 'films' }, /media-descriptions/],
    ['no prompt and no schema', { name: 'x', collection_type: 'entities' }, /extract_config/],
    [
      'the config of another type',
      { name: 'x', collection_type: 'metadata', describe_config: {} },
      /describe_config/,
    ],
  ])('with %s is refused', async (_, body, error) => {
    const answer = await service.call('POST', '/collections', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(error);
  });
});

describe('the list of collections', () => {
  it('[LIST-1] paged by limit and offset returns each collection once', async () => {
    const own = await openTestService();
    for (const name of ['c', 'a', 'b'])
      await own.call('POST', '/collections', { name, collection_type: 'metadata' });
    await own.call('POST', '/collections', { name: 'd', collection_type: 'moments' });
    const seen: string[] = [];
    for (let offset = 0; offset < 5; offset += 2) {
      const { body } = await own.call('GET', `/collections?limit=2&offset=${offset}&order=name&sort=asc`);
      expect(body.total).toBe(4);
      seen.push(...body.data.map(({ name }) => name));
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
    expect((await own.call('GET', '/collections?collection_type=moments')).body.total).toBe(1);
    await own.close();
  });
});
