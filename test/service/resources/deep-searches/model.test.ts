import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeepSearch } from '../../../../src/contract/index.ts';
import {
  type Asked,
  type ModelServer,
  modelServer,
  type Reply,
  says,
} from '../../../support/model-server.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addFilm, makeCollection } from '../../search/library.ts';

let server: ModelServer;
let service: TestService;
let collection: string;
beforeAll(async () => {
  server = await modelServer();
  service = await openTestService({ language: server.endpoint });
  collection = await makeCollection(service, 'films');
  await addFilm(service, collection, {
    filename: 'harbour.mp4',
    speech: [
      { speaker: 'Ben', text: 'The lighthouse was built in nineteen twelve.', start: 24.25, end: 27 },
      { text: 'The beacon shines all night.', start: 41 },
    ],
  });
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
});

const isPlan = ({ messages }: Asked) => messages[0]?.content.startsWith('You plan') === true;
const plans = (...queries: string[]) => says(JSON.stringify({ queries }));
const answers = (text: string, quote: string, evidence = 1) =>
  says(JSON.stringify({ sentences: [{ text, citations: [{ evidence, quote }] }] }));
const script = (plan: Reply | Promise<Reply>, answer: Reply) => {
  server.answer = (asked) => (isPlan(asked) ? plan : answer);
};

const body = (more: object = {}) => ({
  query: 'When was the lighthouse built?',
  knowledge_base: { source: 'collections', collections: [collection] },
  scope: 'segment',
  include: ['search_queries'],
  ...more,
});
async function run(more: object = {}): Promise<DeepSearch> {
  const answer = await service.call('POST', '/deepSearch', body(more));
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text) as DeepSearch;
}
const get = async (id: string) =>
  JSON.parse((await service.call('GET', `/deepSearch/${id}`)).text) as DeepSearch;

describe('a deep search with a language model', () => {
  it('[DEEP-4] runs the queries that the model plans, besides its own', async () => {
    script(
      plans('beacon', 'beacon', 'When was the lighthouse built?'),
      answers('In 1912.', 'built in nineteen twelve'),
    );
    const search = await run();
    expect(search.search_queries?.map(({ query }) => query)).toEqual([
      'When was the lighthouse built?',
      'beacon',
    ]);
    expect(search.results?.map(({ start_time }) => start_time)).toEqual([24.25, 41]);
  });

  it('[DEEP-4] runs four planned queries at most: with more, it asks once more, and then runs its own alone', async () => {
    const five = ['beacon', 'tower', 'coast', 'lamp', 'keeper'];
    const queriesOf = async (second: Reply) => {
      let asked = 0;
      server.answer = (question) => {
        if (!isPlan(question)) return answers('In 1912.', 'built in nineteen twelve');
        asked += 1;
        return asked === 1 ? plans(...five) : second;
      };
      const { search_queries: planned, status } = await run();
      expect([status, asked]).toEqual(['completed', 2]);
      return planned?.map(({ query }) => query);
    };
    expect(await queriesOf(plans(...five.slice(0, 4)))).toEqual([body().query, ...five.slice(0, 4)]);
    expect(await queriesOf(plans(...five))).toEqual([body().query]);
  });

  it('[DEEP-1] [DEEP-5] answers with sentences whose citations hold, and counts the tokens of the model', async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 100 };
    const counted = (reply: Reply): Reply => ({ body: { ...(reply.body as object), usage } });
    const sentences = [
      { text: 'In 1912.', citations: [{ evidence: 1, quote: 'was built in nineteen twelve' }] },
      { text: 'By monks.', citations: [{ evidence: 1, quote: 'by monks' }] },
    ];
    script(counted(plans()), counted(says(JSON.stringify({ sentences }))));
    const search = await run();
    expect(search.text).toBe('In 1912. [harbour.mp4, 0:00:24]');
    expect(search.usage?.input_tokens).toBeGreaterThan(2_000);
    expect(search.usage?.output_tokens).toBeGreaterThan(200);
    expect(search.usage?.search_calls).toBeGreaterThan(0);
    expect(search.usage?.total_tokens).toBe(
      (search.usage?.input_tokens ?? 0) + (search.usage?.output_tokens ?? 0),
    );
  });

  it.each<[string, Reply, Reply, RegExp]>([
    ['invents', plans(), answers('By monks.', 'by monks'), /^The language model's answer was dropped/],
    ['refuses', plans(), { status: 403, body: {} }, /^The language model did not answer: .*403/],
    [
      'plans too much',
      plans(...Array(9).fill('x')),
      answers('In 1912.', 'built in nineteen twelve'),
      /^In 1912\./,
    ],
    ['finds no answer', plans(), says('{"sentences": []}'), /^Nothing that was heard, read or seen answers/],
  ])('goes on without a model that %s', async (_, plan, answer, text) => {
    script(plan, answer);
    const search = await run();
    expect(search).toMatchObject({ status: 'completed', total: 1 });
    expect(search.text).toMatch(text);
    if (!search.text?.startsWith('In 1912')) expect(search.text).toContain('“The lighthouse was built in');
  });
});

describe('a deep search that is cancelled while its model is slow', () => {
  /** Index queries that the service sends from now on. */
  function countingQueries() {
    const executor = service.context.db.getExecutor();
    const own = executor.executeQuery.bind(executor);
    const counted = { queries: 0, stop: () => Object.assign(executor, { executeQuery: own }) };
    Object.assign(executor, {
      executeQuery: (query: { sql: string }, ...more: []) => {
        if (/documents_fts|document_terms/.test(query.sql)) counted.queries += 1;
        return own(query as Parameters<typeof own>[0], ...more);
      },
    });
    return counted;
  }

  /** Starts one whose model hangs in its first answer, and cancels it then. */
  async function cancelled(more: object, start: () => Promise<unknown>) {
    let finish: (reply: Reply) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      server.answer = () => {
        resolve();
        return new Promise((answer) => {
          finish = answer;
        });
      };
    });
    const sent = service.call('POST', '/deepSearch', body(more));
    if (more && 'background' in more) await sent;
    const running = start();
    await asked;
    const { body: list } = await service.call('GET', '/deepSearch?status=in_progress');
    const id = list.data[0]?.id ?? '';
    const answer = await service.call('POST', `/deepSearch/${id}/cancel`);
    expect(answer.body).toMatchObject({ id, status: 'cancelled', results: null });
    return { id, sent, running, finish: () => finish(plans('beacon', 'harbour', 'night', 'monks')) };
  }

  it.each([
    ['in the foreground', {}, false],
    ['as a stream', { stream: true }, false],
    ['in the background', { background: true }, true],
  ])(
    '[DEEP-6] %s ends while the model is silent, asks the index and the model nothing more, and stays cancelled',
    async (_, more, drains) => {
      const counted = countingQueries();
      try {
        const { id, sent, running, finish } = await cancelled(more, async () =>
          drains ? service.drain() : undefined,
        );
        const answer = await sent;
        await running;
        if (!drains) expect(answer.text).toContain('cancelled');
        // Too late: the model answers now.
        finish();
        await service.drain();
        expect({ queries: counted.queries, asked: server.asked.length }).toEqual({ queries: 0, asked: 1 });
        expect(await get(id)).toMatchObject({ status: 'cancelled', results: null, text: null });
      } finally {
        counted.stop();
      }
    },
  );
});
