import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeepSearch } from '../../../../src/contract/index.ts';
import { deepSearchJob } from '../../../../src/service/resources/deep-searches/job.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

let service: TestService;
let collection: string;

beforeAll(async () => {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  await addFilm(service, collection, {
    filename: 'harbour.mp4',
    speech: [{ text: 'Welcome to the harbour.', start: 3 }],
  });
});

afterAll(() => service.close());

const base = () => ({ source: 'collections', collections: [collection] });

async function start(more: object = {}): Promise<DeepSearch> {
  const body = { query: 'harbour', knowledge_base: base(), background: true, ...more };
  const answer = await service.call('POST', '/deepSearch', body);
  expect(answer.status).toBe(200);
  return answer.body as unknown as DeepSearch;
}

async function call(method: string, path: string): Promise<{ status: number; body: DeepSearch }> {
  const { status, body } = await service.call(method, path);
  return { status, body: body as unknown as DeepSearch };
}

describe('a deep search in the background', () => {
  it('[DEEP-1] is in progress without results, then completed with them', async () => {
    const started = await start();
    expect(started).toMatchObject({ status: 'in_progress', text: null, results: null, total: 0 });
    await service.drain();
    const { body } = await call('GET', `/deepSearch/${started.id}`);
    expect(body).toMatchObject({ id: started.id, status: 'completed', total: 2 });
    expect(body.text).toContain('“Welcome to the harbour.”');
  });

  it('[DEEP-6] is cancelled while in progress, and no result arrives after that', async () => {
    const { id } = await start();
    const cancelled = await call('POST', `/deepSearch/${id}/cancel`);
    expect(cancelled.body).toMatchObject({ id, status: 'cancelled', results: null, text: null });
    expect(await service.drain()).toBe(0);
    expect((await call('GET', `/deepSearch/${id}`)).body).toEqual(cancelled.body);
  });

  it('[DEEP-6] writes no result if the cancel comes between its search and its end', async () => {
    const { id } = await start();
    const { context } = service;
    const cancelled = { status: 'cancelled' as const };
    await deepSearchJob.run(
      {
        ...context,
        clock: () => context.clock(),
        signal: new AbortController().signal,
        attempt: 1,
        isLast: false,
        runAt: 0,
        write: (work) =>
          context.db.transaction().execute(async (trx) => {
            await trx.updateTable('deep_searches').set(cancelled).where('id', '=', id).execute();
            return work(trx);
          }),
        progress: () => undefined,
      },
      { deep_search_id: id },
    );
    expect((await call('GET', `/deepSearch/${id}`)).body).toMatchObject({ ...cancelled, results: null });
    await service.drain();
    expect((await call('GET', `/deepSearch/${id}`)).body).toMatchObject({ ...cancelled, results: null });
  });

  it('[DEEP-7] is returned unchanged if it is cancelled after its end', async () => {
    const completed = await start();
    await service.drain();
    const failed = await failedSearch();
    const cancelled = await start();
    await call('POST', `/deepSearch/${cancelled.id}/cancel`);
    for (const { id } of [completed, failed, cancelled]) {
      const { body: before } = await call('GET', `/deepSearch/${id}`);
      expect(await call('POST', `/deepSearch/${id}/cancel`)).toEqual({ status: 200, body: before });
      expect((await call('GET', `/deepSearch/${id}`)).body).toEqual(before);
    }
  });

  it('[ERR-5] contains its error if it failed, and is read with 200', async () => {
    const { id } = await failedSearch();
    const { status, body } = await call('GET', `/deepSearch/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'failed', results: null });
    expect(body.error).toEqual({
      message: expect.stringMatching(/^collection .* was not found$/),
      type: 'invalid_request_error',
      code: 'not_found',
    });
  });

  /** A search whose collection is deleted before it runs. */
  async function failedSearch(): Promise<DeepSearch> {
    const doomed = await makeCollection(service, `doomed ${randomUUID()}`);
    const started = await start({ knowledge_base: { source: 'collections', collections: [doomed] } });
    await service.call('DELETE', `/collections/${doomed}`);
    await service.drain();
    return started;
  }
});

describe('reading and deleting deep searches', () => {
  it('lists them newest first, by status and page', async () => {
    const own = await openTestService();
    try {
      const ids: string[] = [];
      for (const query of ['one', 'two', 'three']) {
        const body = { query, knowledge_base: { source: 'default' }, background: query === 'three' };
        ids.push((await own.call('POST', '/deepSearch', body)).body.id);
      }
      const { body: all } = await own.call('GET', '/deepSearch?limit=2');
      expect(all).toMatchObject({ object: 'list', total: 3, limit: 2, offset: 0 });
      const rest = await own.call('GET', '/deepSearch?limit=2&offset=2');
      const seen = [...all.data, ...rest.body.data].map(({ id }) => id);
      expect(new Set(seen)).toEqual(new Set(ids));
      const running = await own.call('GET', '/deepSearch?status=in_progress');
      expect(running.body.data.map(({ id }) => id)).toEqual([ids[2]]);
      expect((await own.call('GET', '/deepSearch?created_before=2020-01-01')).body.total).toBe(0);
      expect((await own.call('GET', '/deepSearch?limit=101')).status).toBe(400);
    } finally {
      await own.close();
    }
  });

  it('deletes one as often as requested', async () => {
    const { id } = await start();
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await service.call('DELETE', `/deepSearch/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: { id, object: 'deep_search', deleted: true } });
    }
    expect(await service.drain()).toBe(0);
    expect((await service.call('GET', `/deepSearch/${id}`)).status).toBe(404);
  });

  it("shows, cancels and deletes nothing of another account's", async () => {
    const { id } = await start();
    const stranger = { authorization: `Bearer ${await strangerToken(service)}` };
    expect((await service.call('GET', `/deepSearch/${id}`, undefined, stranger)).status).toBe(404);
    expect((await service.call('POST', `/deepSearch/${id}/cancel`, undefined, stranger)).status).toBe(404);
    expect((await service.call('DELETE', `/deepSearch/${id}`, undefined, stranger)).status).toBe(404);
    expect((await call('GET', `/deepSearch/${id}`)).body.status).toBe('in_progress');
  });

  it('names an invalid identifier', async () => {
    const { status, body } = await service.call('POST', '/deepSearch/nonsense/cancel');
    expect(status).toBe(400);
    expect(body.error).toContain('nonsense');
  });
});

describe('a streamed deep search', () => {
  const events = async (query: string) => {
    const answer = await service.call('POST', '/deepSearch', {
      query,
      knowledge_base: base(),
      stream: true,
      scope: 'segment',
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const blocks = answer.text.split('\n\n').filter(Boolean);
    return blocks.map((block) => {
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
      return data === '[DONE]'
        ? { event: 'end', data: {} }
        : { event: /^event: (.*)$/m.exec(block)?.[1], data: JSON.parse(data) };
    });
  };

  it('sends results and text as events, and ends with [DONE]', async () => {
    const told = await events('harbour');
    expect(told.map(({ event }) => event)).toEqual([
      'deep_search.created',
      'deep_search.result.added',
      'deep_search.text.delta',
      'deep_search.text.done',
      'deep_search.completed',
      'end',
    ]);
    const completed = told.find(({ event }) => event === 'deep_search.completed')?.data.deep_search;
    const deltas = told
      .filter(({ event }) => event === 'deep_search.text.delta')
      .map(({ data }) => data.delta);
    expect(deltas.join('')).toBe(completed.text);
    expect((await call('GET', `/deepSearch/${completed.id}`)).body).toEqual(completed);
  });
});
