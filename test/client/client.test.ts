import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, everyItem } from '../../src/client/index.ts';
import { type Scripted, scripted } from '../acceptance/harness.ts';

let service: Scripted;
let client: Client;
beforeEach(async () => {
  service = await scripted();
  client = createClient({ baseUrl: service.url, token: 't' });
});
afterEach(async () => {
  await client.close();
  await service.close();
});

/** A list of this many items, in pages as requested; its total may be wrong. */
const listOf = (count: number, total = count) => {
  service.script = ({ query }) => {
    const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 50)];
    const data = Array.from({ length: count }, (_, index) => index).slice(offset, offset + limit);
    return { json: { object: 'list', data, total, limit, offset } };
  };
};

async function walked(query: Record<string, unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of everyItem(client, 'file.list', { query })) items.push(item);
  return items;
}

describe('every item of a list', () => {
  it('[LIST-1] arrives once, page by page', async () => {
    listOf(7);
    expect(await walked({ limit: 3 })).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(service.arrived).toHaveLength(3);
  });

  it('starts at the offset', async () => {
    listOf(7);
    expect(await walked({ limit: 3, offset: 5 })).toEqual([5, 6]);
  });

  it('ends at an empty page, whatever the total', async () => {
    listOf(4, 1000);
    expect(await walked({ limit: 3 })).toEqual([0, 1, 2, 3]);
    listOf(0);
    expect(await walked({})).toEqual([]);
  });
});

describe('the client', () => {
  it('returns the response unchanged', async () => {
    service.script = () => ({ json: { id: 1, unknown: { deep: [null] }, status: 'never heard of' } });
    expect(await client.call('file.get', { params: { file_id: 'f' } })).toEqual({
      id: 1,
      unknown: { deep: [null] },
      status: 'never heard of',
    });
  });

  it('returns text for a text response', async () => {
    service.script = () => ({ text: '# Title' });
    expect(await client.send('file.get', { params: { file_id: 'f' } })).toBe('# Title');
  });

  it('reports status, request id and whether it is retryable', async () => {
    service.script = () => ({ status: 409, headers: { 'x-request-id': 'r1' }, json: { error: 'taken' } });
    const refused = client.call('share.create', { body: { file_id: 'f' } });
    await expect(refused).rejects.toMatchObject({
      name: 'ConflictError',
      message: 'taken',
      status: 409,
      requestId: 'r1',
      operation: 'share.create',
      retryable: false,
    });
  });

  it('ends when its signal is aborted', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const other = createClient({ baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1` });
    const controller = new AbortController();
    const asked = other.send('file.list', {}, { signal: controller.signal });
    silent.once('connection', () => controller.abort());
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await other.close();
    silent.close();
  });

  it('names the host of a timeout', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const timeouts = { connect: 1000, answer: 300, total: 5000 };
    const other = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, timeouts });
    await expect(other.send('file.list', {})).rejects.toMatchObject({
      name: 'NetworkError',
      fault: 'timeout',
      message: `127.0.0.1:${port}: timeout: no response`,
    });
    await other.close();
    silent.close();
  });

  it('refuses a token that a header cannot contain', () => {
    expect(() => createClient({ baseUrl: service.url, token: 'a\nb' })).toThrow(/token/);
  });
});
