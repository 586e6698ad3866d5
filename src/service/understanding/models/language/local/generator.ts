import { isRecord } from '../../../../../contract/record.ts';
import type { HistoryItem, LlamaModule } from './llama.ts';
import {
  answerTokens,
  type LocalAnswer,
  type LocalAsk,
  type LocalMessage,
  type LocalStart,
} from './messages.ts';

/**
 * JSON that was cut off, without what is incomplete: it ends after the last whole entry of its outermost list, and what is
 * open is closed. `{"a": [{"b": 1}, {"b"` becomes `{"a": [{"b": 1}]}`.
 * @returns undefined if no list has begun
 */
export function closedJson(text: string): string | undefined {
  const open: string[] = [];
  let whole: string | undefined;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
      continue;
    }
    if (letter === '"') inText = true;
    else if (letter === '{') open.push('}');
    else if (letter === '[') open.push(']');
    else if (letter === '}' || letter === ']') open.pop();
    // An entry is whole behind its closing bracket, and before a comma.
    const end = letter === ',' ? at : at + 1;
    if (/[[\]},]/.test(letter) && isInOutermostList(open)) whole = text.slice(0, end) + closing(open);
  }
  return open.length === 0 && whole !== undefined ? text : whole;
}

function isInOutermostList(open: readonly string[]): boolean {
  return open.at(-1) === ']' && open.indexOf(']') === open.length - 1;
}

function closing(open: readonly string[]): string {
  return open.toReversed().join('');
}

/** Longest text in an answer, in characters. A model that repeats itself comes to an end there. */
const TEXT_CHARACTERS = 400;
/** Entries of a list in an answer. */
const LIST_ENTRIES = 50;

/**
 * A schema of the part that every server supports, as the grammar of llama.cpp takes it: one of several types by `oneOf`,
 * texts and lists with an end.
 */
function grammarSchema(schema: unknown): object {
  if (!isRecord(schema)) return { type: 'null' };
  if (Array.isArray(schema.anyOf)) return { oneOf: schema.anyOf.map(grammarSchema) };
  if (Array.isArray(schema.enum)) return { enum: schema.enum };
  if (schema.type === 'string') return { type: 'string', maxLength: TEXT_CHARACTERS };
  if (schema.type === 'array')
    return { type: 'array', items: grammarSchema(schema.items), maxItems: LIST_ENTRIES };
  if (schema.type !== 'object') return { type: schema.type };
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, grammarSchema(property)]),
    ),
    additionalProperties: false,
  };
}

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
    gpu: false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
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
        grammar,
        maxTokens: most,
        temperature: ask.temperature,
        signal,
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
