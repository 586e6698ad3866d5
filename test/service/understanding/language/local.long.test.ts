/** Language models on this machine: the real runtime, brought from the registry, on a model that a script of ours writes. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serviceConfig } from '../../../../src/service/context/config.ts';
import { chatSession, WHILE_WAITING } from '../../../../src/service/understanding/models/language/chat.ts';
import { stopLanguage } from '../../../../src/service/understanding/models/language/local/provider.ts';
import { languageModel } from '../../../../src/service/understanding/models/language/model.ts';
import { childrenOf } from '../../../support/children.ts';
import { bringLlama, setUpTinyLlama } from '../../../support/models/llama.ts';

/** A model that writes as long as it may takes ten seconds on an idle machine. */
const LONG = 240_000;
const forever = new AbortController().signal;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-llama-'));
  await bringLlama(dataDir);
  await setUpTinyLlama(dataDir);
});
afterAll(async () => {
  await stopLanguage();
  await rm(dataDir, { recursive: true, force: true });
});

const session = (bounds = WHILE_WAITING) => {
  const model = languageModel(serviceConfig({ dataDir }));
  if (!model) throw new Error('there is no model');
  return chatSession(model, bounds);
};
const processes = () => childrenOf(process.pid, 'language.js');

const text = { type: 'string' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const SCHEMAS = {
  moments: object({
    moments: {
      type: 'array',
      items: object({
        first: { type: 'integer' },
        last: { type: 'integer' },
        quote: text,
        title: text,
        reason: text,
        likelihood: { type: 'number' },
        score: { type: 'null' },
        anchors: { type: 'array', items: object({ name: text, line: { type: 'integer' } }) },
      }),
    },
  }),
  typed: object({
    kind: { type: 'string', enum: ['talk', 'film'] },
    paid: { type: 'boolean' },
    when: orNull(text),
    amounts: { type: 'array', items: { type: 'number' } },
    inner: orNull(object({ name: text })),
  }),
};

describe('a language model on this machine', () => {
  it.each(Object.entries(SCHEMAS))(
    'answers in the form that was asked for: %s',
    async (name, schema) => {
      const chat = session();
      const answers: unknown[] = [];
      // Its lists go on as long as the model may answer: one such answer takes ten seconds.
      const questions = ['What is it?', 'Who said it, and when?', 'Nothing', 'x'.repeat(500)];
      for (const asked of name === 'moments' ? questions.slice(0, 1) : questions)
        answers.push(
          await chat.ask(
            { name, content: asked, schema, system: 'You answer.', read: (value) => value },
            forever,
          ),
        );
      for (const answer of answers)
        expect(Object.keys(answer as object)).toEqual(Object.keys(schema.properties));
      expect(chat.usage).toMatchObject({
        calls: answers.length,
        input: expect.any(Number),
        output: expect.any(Number),
      });
      expect(processes()).toHaveLength(1);
    },
    LONG,
  );

  it('counts with its own tokenizer, so that lines fit into its context', async () => {
    const packing = { around: 'You answer.', characters: 1 };
    const [one = 0, ten = 0, many = 0] = await session().shares(
      ['word', 'word '.repeat(10), 'word '.repeat(2_000)],
      packing,
      forever,
    );
    expect(ten).toBeGreaterThan(5 * one);
    expect([one < 0.01, many > 1]).toEqual([true, true]);
  });

  it('a question that is too long is refused with its size, not cut', async () => {
    const question = { name: 'plan', content: 'word '.repeat(4_000), schema: SCHEMAS.typed, read: Object };
    await expect(session().ask(question, forever)).rejects.toThrow(
      /has 2\d{4} tokens, and the model reads 8192/,
    );
  });

  it(
    'kill -9 of its process in the middle of an answer loses nothing: it is asked again',
    async () => {
      const long = { name: 'typed', content: 'word '.repeat(1_000), schema: SCHEMAS.typed, read: Object };
      const answers = [session().ask(long, forever), session().ask(long, forever)];
      const [before = 0] = processes();
      process.kill(before, 'SIGKILL');
      const given = await Promise.all(answers);
      expect(given.map((one) => Object.keys(one))).toEqual(
        [1, 2].map(() => Object.keys(SCHEMAS.typed.properties)),
      );
      await vi.waitFor(() => expect(processes()).not.toContain(before));
    },
    LONG,
  );
});
