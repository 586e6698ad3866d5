/** A local model's process, with a stand-in for the runtime; local.long.test.ts has the real one. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serviceConfig } from '../../../../src/service/context/config.ts';
import { modalitiesStatus } from '../../../../src/service/understanding/analysis/status.ts';
import { tryLanguage } from '../../../../src/service/understanding/analysis/trial.ts';
import { chatSession } from '../../../../src/service/understanding/models/language/chat.ts';
import { closedJson } from '../../../../src/service/understanding/models/language/local/generator.ts';
import { stopLanguage } from '../../../../src/service/understanding/models/language/local/provider.ts';
import { languageModel } from '../../../../src/service/understanding/models/language/model.ts';
import { childrenOf } from '../../../support/children.ts';
import { LLAMA, placeLlama, setUpTinyLlama } from '../../../support/models/llama.ts';
import { chooseModel, placeModel } from '../../../support/models/set-up.ts';

/** Answers with the last word of a question. A token is a letter. */
const STAND_IN = `
export const getLlama = async (options) => ({
  loadModel: async () => ({
    tokenize: (text) => [...text],
    createContext: async ({ contextSize }) => ({ contextSize: contextSize.max, getSequence: () => ({}) }),
  }),
  createGrammarForJsonSchema: async (schema) => schema,
});
export class LlamaChatSession {
  setChatHistory() {}
  dispose() {}
  async promptWithMeta(text, { maxTokens, signal }) {
    const [word] = text.split(' ').slice(-1);
    if (word === 'hangs') for (;;);
    if (word === 'dies') process.exit(3);
    if (word === 'slow') await new Promise((resolve) => setTimeout(resolve, 300));
    if (word === 'aborted') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (word === 'long') return { responseText: '{"list": [{"a": 1}, {"a": 2}, {"a', stopReason: 'maxTokens' };
    if (word === 'open?') return { responseText: '{"sentences": [{"text": "At nine.", "citations": [{"evidence": 1, "quote": "The harbour opens at nine"}]}]}', stopReason: 'eogToken' };
    return { responseText: JSON.stringify({ word, maxTokens }), stopReason: 'eogToken' };
  }
}
`;

const forever = new AbortController().signal;
const processes = () => childrenOf(process.pid, 'language.js');

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-local-'));
  await placeLlama(dataDir, STAND_IN);
  await setUpTinyLlama(dataDir, { context_tokens: 1_000 });
  process.env.VAU_LANGUAGE_TIMEOUT = '2';
});
afterAll(async () => {
  delete process.env.VAU_LANGUAGE_TIMEOUT;
  await stopLanguage();
  await rm(dataDir, { recursive: true, force: true });
});

function session() {
  const model = languageModel(serviceConfig({ dataDir }));
  if (!model) throw new Error('there is no model');
  return chatSession(model);
}

const ask = (content: string, signal = forever) =>
  session().ask({ name: 'word', content, schema: { type: 'object' }, read: Object }, signal);

describe('the process of a local model', () => {
  it('answers those who ask, one after another, each with room for its answer', async () => {
    const answers = await Promise.all(
      ['say one', 'say two', `${'x'.repeat(600)} three`].map((one) => ask(one)),
    );
    expect(answers.map(({ word }) => word)).toEqual(['one', 'two', 'three']);
    expect(answers.map(({ maxTokens }) => maxTokens)).toEqual([250, 250, 250]);
    expect(processes()).toHaveLength(1);
  });

  it('a model that hangs is ended after its time, its question fails alone, and the others are answered', async () => {
    const [before] = processes();
    const hung = ask('it hangs');
    const behind = ask('it answers');
    await expect(hung).rejects.toMatchObject({
      name: 'EndpointTimedOut',
      message: expect.stringContaining('did not answer within 2 seconds, and was ended'),
    });
    await expect(behind).resolves.toMatchObject({ word: 'answers' });
    expect(processes()).not.toContain(before);
  });

  it('a question that kills it twice fails, and the next one is answered', async () => {
    await expect(ask('it dies')).rejects.toMatchObject({
      name: 'EndpointRefused',
      message: expect.stringContaining('the language model ended (status 3)'),
    });
    await expect(ask('say on')).resolves.toMatchObject({ word: 'on' });
  });

  it('kill -9 in the middle of an answer loses nothing', async () => {
    await ask('say start');
    const answer = ask('it is slow');
    for (const pid of processes()) process.kill(pid, 'SIGKILL');
    await expect(answer).resolves.toMatchObject({ word: 'slow' });
  });

  it('gives up a question that nobody waits for any more', async () => {
    await ask('say start');
    const before = processes();
    const stop = new AbortController();
    const given = ask('it is aborted', stop.signal);
    const behind = ask('say next');
    stop.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await expect(behind).resolves.toMatchObject({ word: 'next' });
    expect(processes()).toEqual(before);
  });

  it('a question without room for its answer is refused with its size', async () => {
    await expect(ask('x'.repeat(850))).rejects.toMatchObject({
      name: 'EndpointOverflow',
      message: expect.stringContaining('the question has 914 tokens, and the model reads 1000'),
    });
  });

  it('an answer that was cut off keeps the whole entries of its lists', async () => {
    await expect(ask('it is long')).resolves.toEqual({ list: [{ a: 1 }, { a: 2 }] });
  });

  it('pictures are refused by name', async () => {
    const question = {
      name: 'description',
      content: [{ type: 'text', text: 'x' }],
      schema: {},
      read: Object,
    };
    await expect(session().ask(question, forever)).rejects.toThrow('the model tiny reads no pictures');
  });

  it('is tried on a question about one sentence', async () => {
    await setUpTinyLlama(dataDir);
    const trial = await tryLanguage(serviceConfig({ dataDir }), forever);
    expect(trial).toEqual({ model: 'tiny', ms: expect.any(Number), made: '“At nine.”' });
  });

  it('another model ends the one before, which takes memory', async () => {
    await ask('say here');
    const before = processes();
    await setUpTinyLlama(dataDir, { context_tokens: 900 }, 'other');
    await ask('say there');
    await vi.waitFor(() => expect(processes()).toHaveLength(1));
    expect(processes()).not.toEqual(before);
  });
});

describe('what is set up', () => {
  const status = async () => {
    const all = await modalitiesStatus(serviceConfig({ dataDir }));
    return all.find(({ modality }) => modality === 'language');
  };

  it('is shown, with what it cannot', async () => {
    expect(await status()).toMatchObject({
      provider: 'language-local',
      quality: expect.stringMatching(/other on this machine.*reads no pictures/),
    });
  });

  it('without its file is named with the command that brings it, and asked in vain', async () => {
    const packages = [LLAMA];
    await placeModel(
      dataDir,
      { name: 'language', model: 'bare', kind: 'gguf', packages },
      { a: Buffer.from('a') },
    );
    await chooseModel(dataDir, 'language', 'bare');
    expect(await status()).toMatchObject({
      provider: null,
      quality: 'The model bare lacks a GGUF file. Get it with: vau setup language bare',
    });
    await expect(ask('say one')).rejects.toThrow('Get it with: vau setup language bare');
  });
});

describe('an answer that was cut off', () => {
  it.each([
    ['{"a": [{"b": 1}, {"b"', '{"a": [{"b": 1}]}'],
    ['{"a": [1, 2, 3', '{"a": [1, 2]}'],
    ['{"a": ["x, y", "z]', '{"a": ["x, y"]}'],
    ['{"a": [{"b": [1, 2], "c": "\\"', '{"a": []}'],
    ['{"a": [{"b": [1, 2]}, {"b": [3, 4', '{"a": [{"b": [1, 2]}]}'],
    ['{"a": [', '{"a": []}'],
    ['{"a": [[1], [2]', '{"a": [[1], [2]]}'],
    ['{"a": "no list', undefined],
    ['{"a": [1]}', '{"a": [1]}'],
  ])('%s is closed as %s', (cut, closed) => {
    expect(closedJson(cut)).toBe(closed);
  });
});
