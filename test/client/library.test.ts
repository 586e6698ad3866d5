import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as Library from '../../src/client/library/vau.d.ts';
import { operationIds } from '../../src/contract/operations/index.ts';
import { type Scripted, scripted, temporary, token } from '../acceptance/harness.ts';

/** What is built; library.long.test.ts imports it by the name of the package. */
const built = new URL('../../dist/library/index.js', import.meta.url).href;
const { createClient, ...errors }: typeof Library = await import(built);

let service: Scripted;
let vau: Library.VauClient;
const home = temporary();
beforeAll(async () => {
  service = await scripted();
  vau = createClient({ baseUrl: service.url, token });
});
afterEach(() => {
  service.arrived.length = 0;
});
afterAll(async () => {
  await service.close();
  home.remove();
});

const file = 'f0000000-0000-4000-8000-000000000001';

it('has every operation of the contract as a method', () => {
  const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const methods = vau as unknown as Record<string, Record<string, unknown>>;
  for (const id of operationIds) {
    const [family = '', verb = ''] = id.split('.').map(camel);
    expect(typeof methods[family]?.[verb], id).toBe('function');
  }
});

const waited = (options: Library.WaitOptions) =>
  vau.media.wait({ collection_id: 'c1', file_id: file }, options);

describe('an input', () => {
  it('is put into path, query and body', async () => {
    service.script = () => ({ json: { id: 'x', data: [] } });
    await vau.media.list({ collection_id: 'c1', limit: 3 });
    await vau.media.add({ collection_id: 'c1', file_id: file });
    expect(service.arrived).toMatchObject([
      { method: 'GET', path: '/v1/collections/c1/videos', query: { limit: '3' } },
      { method: 'POST', path: '/v1/collections/c1/media', body: { file_id: file } },
    ]);
    expect(service.arrived[0]?.headers).toMatchObject({ authorization: `Bearer ${token}` });
  });

  it('with a field that a request without a body does not have is refused before anything is sent', async () => {
    const wrong = { file_id: file, id: 'x' } as { file_id: string };
    await expect((async () => vau.file.get(wrong))()).rejects.toThrow(
      'file.get has no field id; it has file_id',
    );
    await expect((async () => vau.file.get({} as { file_id: string }))()).rejects.toBeInstanceOf(
      errors.ClientError,
    );
    expect(service.arrived).toEqual([]);
  });

  it('with a field that a body does not have is refused before anything is sent', async () => {
    const wrong = { file_id: file, collection_id: 'c1', segmentaton_id: file };
    await expect(vau.media.add(wrong)).rejects.toThrow(
      'media.add has no field segmentaton_id; it has collection_id, file_id, url, segmentation_id',
    );
    await expect(vau.media.add(wrong)).rejects.toBeInstanceOf(errors.ClientError);
    expect(service.arrived).toEqual([]);
  });

  it.each([
    [
      'a timeout of NaN',
      () => createClient({ baseUrl: service.url, timeout: Number.NaN }),
      'timeout is NaN; it is a number of seconds above 0',
    ],
    ['a timeout of 0', () => createClient({ baseUrl: service.url, timeout: 0 }), 'timeout is 0'],
    [
      'half a retry',
      () => createClient({ baseUrl: service.url, retries: 1.5 }),
      'retries is 1.5; it is a whole number from 0',
    ],
    ['a wait without end', () => waited({ timeout: Number.POSITIVE_INFINITY }), 'timeout is Infinity'],
    [
      'a wait of NaN',
      () => waited({ timeout: Number.NaN }),
      'timeout is NaN; it is a number of seconds from 0',
    ],
    ['an interval of 0', () => waited({ interval: 0 }), 'interval is 0; it is a number of seconds above 0'],
    [
      'a controller in place of its signal',
      () => vau.file.list({}, { signal: new AbortController() as never }),
      'signal is',
    ],
  ])('with %s is refused before anything is sent', async (_, call, said) => {
    const failed = await (async () => call())().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(errors.ClientError);
    expect(String(failed)).toContain(said);
    expect(service.arrived).toEqual([]);
  });

  it('sends a local file in a stream, with its progress', async () => {
    const film = path.join(home.folder, 'film.mp4');
    writeFileSync(film, Buffer.alloc(3_000_000, 7));
    service.script = () => ({ json: { id: file, status: 'pending' } });
    const steps: number[] = [];
    await vau.file.upload({ file: film, metadata: '{"a":1}' }, { onProgress: (sent) => steps.push(sent) });
    const [arrived] = service.arrived;
    expect(Number(arrived?.headers['content-length'])).toBeGreaterThan(3_000_000);
    expect(arrived?.headers['transfer-encoding']).toBeUndefined();
    expect(steps.at(-1)).toBe(Number(arrived?.headers['content-length']));
    expect(String(arrived?.body)).toContain('name="metadata"\r\n\r\n{"a":1}');
  });
});

describe('a list', () => {
  const thousand = () => {
    service.script = ({ query }) => {
      const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 50)];
      const data = Array.from({ length: 1000 }, (_, n) => ({ id: String(n) })).slice(offset, offset + limit);
      return { json: { object: 'list', data, total: 1000, limit, offset } };
    };
  };

  it('is walked item by item, and awaited for one page', async () => {
    thousand();
    const ids: string[] = [];
    for await (const { id } of vau.file.list({ limit: 100 })) ids.push(id);
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, n) => String(n)));
    expect(service.arrived).toHaveLength(10);
    expect(await vau.file.list({ limit: 2, offset: 4 })).toMatchObject({
      data: [{ id: '4' }, { id: '5' }],
      total: 1000,
    });
  });

  it('sends nothing before it is used, and little after the loop is left', async () => {
    thousand();
    const list = vau.file.list({ limit: 10 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.arrived).toEqual([]);
    for await (const { id } of list) if (id === '3') break;
    expect(service.arrived.length).toBeLessThanOrEqual(3);
  });

  it('has its rows where the operation has them', async () => {
    service.script = ({ query }) => ({
      json: query.cursor
        ? { total: 2, gaps: [], moments: [{ id: 'b' }] }
        : { total: 2, gaps: [], moments: [{ id: 'a' }], next_cursor: 'n' },
    });
    const ids: unknown[] = [];
    for await (const moment of vau.moment.list({ collection_id: 'c1' }))
      ids.push((moment as { id?: string }).id);
    expect(ids).toEqual(['a', 'b']);
  });
});

describe('an error', () => {
  it.each([
    [400, 'BadRequestError', 'bad_request'],
    [401, 'SignInError', 'sign_in'],
    [402, 'BalanceError', 'refused'],
    [403, 'RefusedError', 'refused'],
    [404, 'NotFoundError', 'not_found'],
    [409, 'ConflictError', 'conflict'],
    [410, 'NotFoundError', 'not_found'],
    [429, 'RateLimitError', 'rate_limit'],
    [500, 'ServiceError', 'service'],
  ] as const)('of %i is a %s', async (status, name, reason) => {
    service.script = () => ({ status, headers: { 'x-request-id': 'r1' }, json: { error: 'no' } });
    const error = await vau.file.get({ file_id: file }, { retry: false }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(errors[name]);
    expect(error).toBeInstanceOf(errors.ApiError);
    expect(error).toMatchObject({
      name,
      reason,
      status,
      message: 'no',
      operation: 'file.get',
      requestId: 'r1',
    });
  });

  it('of 402 is a RefusedError too', () => {
    expect(errors.BalanceError.prototype).toBeInstanceOf(errors.RefusedError);
  });

  it('without a response says what to check', async () => {
    const closed = await scripted();
    await closed.close();
    const gone = createClient({ baseUrl: closed.url, retries: 0 });
    const error = await gone.file.get({ file_id: file }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(errors.NetworkError);
    expect(error).toMatchObject({
      reason: 'network',
      message: `${new URL(closed.url).host}: connection refused`,
      hint: expect.stringContaining('port'),
    });
  });

  it('of a response that is not one of the API is an AnswerError', async () => {
    service.script = () => ({ json: [] });
    await expect(vau.file.get({ file_id: file })).rejects.toBeInstanceOf(errors.AnswerError);
  });

  it('names no base URL', () => {
    expect(() => createClient({ baseUrl: undefined })).toThrow('VAU_BASE_URL');
    expect(() => createClient({ baseUrl: 'http://h/v2' })).toThrow(errors.ClientError);
  });

  it('of a signal is its reason', async () => {
    service.script = () => ({ never: true });
    const signal = AbortSignal.timeout(50);
    await expect(vau.file.get({ file_id: file }, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('of a slow response is a NetworkError', async () => {
    service.script = () => ({ never: true });
    const hasty = createClient({ baseUrl: service.url, timeout: 0.05, retries: 0 });
    await expect(hasty.file.get({ file_id: file })).rejects.toMatchObject({
      reason: 'network',
      message: expect.stringContaining('timeout'),
    });
  });
});

describe('a wait', () => {
  it('gives the completed resource, and tells of each state', async () => {
    service.script = (_, count) => ({
      json: { id: file, status: ['pending', 'processing'][count - 1] ?? 'completed' },
    });
    const states: string[] = [];
    const done = await vau.file.wait(
      { file_id: file },
      { interval: 0.01, onChange: (status) => states.push(status) },
    );
    expect(done).toMatchObject({ id: file, status: 'completed' });
    expect(states).toEqual(['pending', 'processing', 'completed']);
  });

  it.each([
    [{ status: 'failed', error: 'too short' }, 'JobFailedError', 'job_failed', 'too short'],
    [{ status: 'cancelled' }, 'JobCancelledError', 'job_cancelled', 'was cancelled'],
    [{ status: 'pending' }, 'TimedOutError', 'timed_out', 'was still pending'],
  ] as const)('that ends with %o is a %s', async (state, name, reason, words) => {
    service.script = () => ({ json: { id: file, ...state } });
    const waited = vau.file.wait({ file_id: file }, { interval: 0.01, timeout: 0 });
    const error = await waited.catch((one: unknown) => one);
    expect(error).toBeInstanceOf(errors[name]);
    expect(error).toMatchObject({ reason, status: state.status, message: expect.stringContaining(words) });
  });

  it('for a backfill looks into its collection', async () => {
    const criteria = [{ attachment_id: 'a1', backfill_status: 'completed' }];
    service.script = () => ({ json: { id: 'c1', moments_config: { criteria } } });
    expect(await vau.momentCriteria.wait({ collection_id: 'c1', attachment_id: 'a1' })).toEqual(criteria[0]);
  });
});
