import { closedJson } from './closed-json.ts';
import { grammarSchema } from './grammar-schema.ts';
import type { HistoryItem, LlamaModule } from './llama.ts';
import {
  answerTokens,
  type LocalAnswer,
  type LocalAsk,
  type LocalMessage,
  type LocalStart,
} from './messages.ts';

/** A loaded model. */
export interface Generator {
  /** Rejects with TooLong if the question leaves no room for an answer, and soon after `signal` aborts. */
  answer(ask: LocalAsk, signal: AbortSignal): Promise<LocalAnswer>;
}

/** The question is longer than the model's context allows. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Tokens of the marks between messages, for which the model's own form is not counted. */
const FORM_TOKENS = 64;

/** Grammars to remember: most questions repeat the schema of the one before. */
const GRAMMARS = 20;

/** Loads a model. Its grammar makes every answer JSON that fits the schema of the question. */
export async function loadGenerator(
  { getLlama, LlamaChatSession }: LlamaModule,
  { file, contextTokens, threads }: LocalStart,
): Promise<Generator> {
  const llama = await getLlama({
    ...{ gpu: false, build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' },
    maxThreads: threads,
  });
  const model = await llama.loadModel({ modelPath: file });
  const context = await model.createContext({ contextSize: { max: contextTokens }, threads });
  const sequence = context.getSequence();
  const count = (text: string) => model.tokenize(text).length;
  const grammars = new Map<string, Promise<object>>();

  function grammarOf(schema: object): Promise<object> {
    const key = JSON.stringify(schema);
    const known = grammars.get(key) ?? llama.createGrammarForJsonSchema(grammarSchema(schema));
    if (grammars.size >= GRAMMARS) grammars.clear();
    grammars.set(key, known);
    return known;
  }

  async function generate(ask: LocalAsk & { type: 'answer' }, signal: AbortSignal): Promise<LocalAnswer> {
    const input = FORM_TOKENS + ask.messages.reduce((sum, { content }) => sum + count(content), 0);
    const most = Math.min(answerTokens(context.contextSize), context.contextSize - input);
    if (most < answerTokens(context.contextSize) / 2)
      throw new TooLong(`the question has ${input} tokens, and the model reads ${context.contextSize}`);
    const grammar = await grammarOf(ask.schema);
    signal.throwIfAborted();
    const session = new LlamaChatSession({ contextSequence: sequence });
    try {
      session.setChatHistory(ask.messages.slice(0, -1).map(itemOf));
      const { responseText, stopReason } = await session.promptWithMeta(ask.messages.at(-1)?.content ?? '', {
        ...{ grammar, maxTokens: most, temperature: ask.temperature, signal },
      });
      const cutOff = stopReason === 'maxTokens';
      const text = cutOff ? (closedJson(responseText) ?? responseText) : responseText;
      return { type: 'answer', text, cutOff, input, output: count(responseText) };
    } finally {
      session.dispose();
    }
  }

  return {
    answer: async (ask, signal) =>
      ask.type === 'count'
        ? { type: 'count', tokens: ask.texts.map(count), context: context.contextSize }
        : generate(ask, signal),
  };
}

function itemOf({ role, content }: LocalMessage): HistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return { type: role === 'system' ? 'system' : 'user', text: content };
}
