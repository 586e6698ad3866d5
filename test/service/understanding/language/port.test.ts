import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  AnswerUnusable,
  EndpointBusy,
  EndpointOverflow,
  EndpointRefused,
  EndpointTimedOut,
  ModelDeclined,
} from '../../../../src/service/understanding/models/endpoint/errors.ts';
import { readWith } from '../../../../src/service/understanding/models/language/answer.ts';
import { chatSession, type Question } from '../../../../src/service/understanding/models/language/chat.ts';
import * as prompting from '../../../../src/service/understanding/models/language/prompts/prompt.ts';
import { type ModelServer, modelServer, says } from '../../../support/model-server.ts';

const question: Question<{ buyer: string; amount: number }> = {
  name: 'purchase',
  content: 'Who bought?',
  schema: { type: 'object' },
  read: readWith(z.object({ buyer: z.string(), amount: z.number() })),
};
const GOOD = says('{"buyer": "Ann", "amount": 3}');
const signal = new AbortController().signal;
const eager = { tries: 2, longestWaitMs: 50, responseBytes: 100_000 };

let server: ModelServer;
beforeAll(async () => {
  server = await modelServer();
});
afterAll(() => server.close());
let models = 0;
let model = '';
beforeEach(() => {
  server.asked.length = 0;
  models += 1;
  model = `model ${models}`;
});
const session = (more: object = {}) => chatSession({ ...server.endpoint, model, ...more }, eager);
const failed = (asked: Promise<unknown>) =>
  asked.then(
    () => 'it answered',
    (error: unknown) => error,
  );

describe('the formats of an endpoint', () => {
  const formats = () => server.asked.map(({ response_format: form }) => form?.type);

  it('that work are remembered for its model by later sessions, and not for another model', async () => {
    server.answer = ({ response_format: form }) => (form ? { status: 400, body: {} } : GOOD);
    await session().ask(question, signal);
    expect(formats()).toEqual(['json_schema', 'json_object', 'json_object', undefined]);
    server.asked.length = 0;
    await session().ask(question, signal);
    expect(formats()).toEqual([undefined]);
    server.asked.length = 0;
    model = 'another';
    await session().ask(question, signal);
    expect(formats()[0]).toBe('json_schema');
  });

  it('are not given up for a request that is refused in all of them', async () => {
    server.answer = () => ({ status: 400, body: { error: 'the context is too long' } });
    await failed(session().ask(question, signal));
    server.answer = () => GOOD;
    server.asked.length = 0;
    await session().ask(question, signal);
    expect(formats()).toEqual(['json_schema']);
  });

  it('leave out the temperature for a model that takes none', async () => {
    server.answer = (asked) =>
      'temperature' in asked ? { status: 400, body: { error: 'unsupported value: temperature' } } : GOOD;
    await session().ask(question, signal);
    await session().ask(question, signal);
    expect(server.asked.map((asked) => 'temperature' in asked)).toEqual([true, false, false]);
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_schema']);
  });
});

describe('an answer', () => {
  it('is repaired once, with all errors named, and its tokens are counted', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5 };
    server.answer = (_, count) => {
      const { body } = count === 1 ? says('{"buyer": 3, "amount": "x"}') : GOOD;
      return { body: { ...(body as object), usage } };
    };
    const asking = session();
    expect(await asking.ask(question, signal)).toEqual({ buyer: 'Ann', amount: 3 });
    expect(server.asked[1]?.messages.at(-1)?.content).toMatch(/buyer: .*; amount: .*Answer again/);
    expect(asking.usage).toEqual({ calls: 2, input: 20, output: 10 });
  });

  it('that was cut off says so in the repair', async () => {
    server.answer = (_, count) =>
      count === 1
        ? { body: { choices: [{ message: { content: '{"buyer": "An' }, finish_reason: 'length' }] } }
        : GOOD;
    await session().ask(question, signal);
    expect(server.asked[1]?.messages.at(-1)?.content).toContain('cut off at the length limit');
  });
});

describe('an endpoint without a usable answer throws an error of its kind', () => {
  it('unusable twice', async () => {
    server.answer = () => says('I think Ann.');
    const error = await failed(session().ask(question, signal));
    expect(error).toBeInstanceOf(AnswerUnusable);
    expect((error as Error).message).toMatch(/was asked twice and returned no purchase: it contains no JSON/);
    expect(server.asked).toHaveLength(2);
  });

  it.each([
    ['its own words', { message: { content: null, refusal: 'I cannot help with that.' } }, /cannot help/],
    ['its filter', { message: { content: '' }, finish_reason: 'content_filter' }, /content filter/],
  ])('a refusal by %s, which is not asked again', async (_, choice, reason) => {
    server.answer = () => ({ body: { choices: [choice] } });
    const error = await failed(session().ask(question, signal));
    expect(error).toBeInstanceOf(ModelDeclined);
    expect((error as Error).message).toMatch(reason);
    expect(server.asked).toHaveLength(1);
  });

  it('a rate limit, with the seconds to wait; a short one is waited for', async () => {
    server.answer = () => ({ status: 429, headers: { 'retry-after': '30' }, body: {} });
    const error = await failed(session().ask(question, signal));
    expect(error).toBeInstanceOf(EndpointBusy);
    expect((error as EndpointBusy).retryAfterSeconds).toBe(30);
    expect(server.asked).toHaveLength(1);
    server.answer = (_, count) =>
      count === 2 ? { status: 429, headers: { 'retry-after': '0.02' }, body: {} } : GOOD;
    expect(await session().ask(question, signal)).toMatchObject({ buyer: 'Ann' });
    expect(server.asked).toHaveLength(3);
  });

  it('a timeout', async () => {
    server.answer = () => new Promise(() => undefined);
    const error = await failed(session({ timeoutSeconds: 0.05 }).ask(question, signal));
    expect(error).toBeInstanceOf(EndpointTimedOut);
    expect((error as Error).message).toContain('it did not respond within 0.05 seconds');
  });

  it('a response that is too long, read only up to the bound and not asked for again', async () => {
    server.answer = () => says('x'.repeat(200_000));
    expect(await failed(session().ask(question, signal))).toBeInstanceOf(EndpointOverflow);
    expect(server.asked).toHaveLength(1);
  });

  it('a question that is too long, which is not sent', async () => {
    const long = { ...question, content: 'x'.repeat(17 * 1024 * 1024) };
    expect(await failed(session().ask(long, signal))).toBeInstanceOf(EndpointOverflow);
    expect(server.asked).toHaveLength(0);
  });

  it('any other response, in words', async () => {
    server.answer = () => ({ status: 401, body: {} });
    const error = await failed(session().ask(question, signal));
    expect((error as Error).name).toBe(EndpointRefused.name);
    expect((error as Error).message).toMatch(
      /responded with 401: it expects another key than the one in VAU_TEST/,
    );
  });

  it('none of these if the caller stops: the request is dropped', async () => {
    const stop = new AbortController();
    server.answer = () => {
      stop.abort(new Error('stopped by the caller'));
      return new Promise(() => undefined);
    };
    expect(await failed(session().ask(question, stop.signal))).toBe(stop.signal.reason);
  });
});

describe('a prompt', () => {
  // When one of these fails, increase the version of that prompt, then note the new hash here.
  const known = {
    'answer@2': 'f5a25f81a42cbdbc',
    'extraction@3': '6344d0fdf0cd37f5',
    'moments@2': 'fc564efca1897554',
    'outline@2': '76bd6e19026a056b',
    'plan@1': '37e293dd1df30ccd',
    'scene@2': '86a4cfdba9ff76ab',
  };

  it('has a new version whenever its text changes', () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
    const prompts = Object.values(prompting).filter((one) => typeof one === 'object');
    const hashes = prompts.map((one) => [prompting.promptId(one), hashOf(one.text)]);
    expect(Object.fromEntries(hashes)).toEqual(known);
  });
});
