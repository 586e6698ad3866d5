import { isRecord } from '../../../../contract/record.ts';
import { importFrom, replyToService, serveRequests } from '../../model-process/main.ts';
import type { ModelReply, ModelRequest } from '../../model-process/messages.ts';
import { LLAMA } from '../llama-package.ts';
import {
  answerTokens,
  type LocalAnswer,
  type LocalAsk,
  type LocalMessage,
  type LocalStart,
} from './messages.ts';

/** The part of node-llama-cpp 3 that is used. The package is no dependency: vau setup brings it. */
interface LlamaModule {
  getLlama(options: {
    readonly gpu: false;
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: 'error';
    readonly maxThreads: number;
  }): Promise<Llama>;
  readonly LlamaChatSession: new (options: {
    readonly contextSequence: Sequence;
    readonly systemPrompt?: string;
  }) => ChatSession;
}

interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<Model>;
  createGrammarForJsonSchema(schema: object): Promise<Grammar>;
}

interface Model {
  tokenize(text: string): readonly number[];
  createContext(options: {
    readonly contextSize: { readonly max: number };
    readonly threads: number;
  }): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
}

type Sequence = object;
type Grammar = object;

interface ChatSession {
  setChatHistory(history: readonly HistoryItem[]): void;
  promptWithMeta(
    text: string,
    options: {
      readonly grammar: Grammar;
      readonly maxTokens: number;
      readonly temperature: number;
      readonly signal: AbortSignal;
    },
  ): Promise<{ readonly responseText: string; readonly stopReason: string }>;
  dispose(): void;
}

type HistoryItem =
  | { readonly type: 'system'; readonly text: string }
  | { readonly type: 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

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
interface Generator {
  /** Rejects with TooLong if the question leaves no room for an answer, and soon after `signal` aborts. */
  answer(ask: LocalAsk, signal: AbortSignal): Promise<LocalAnswer>;
}

/** The question is longer than the model's context allows. */
class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Tokens of the marks between messages, for which the model's own form is not counted. */
const FORM_TOKENS = 64;

/** Grammars to remember: most questions repeat the schema of the one before. */
const GRAMMARS = 20;

/** Loads a model. Its grammar makes every answer JSON that fits the schema of the question. */
async function loadGenerator(
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

/**
 * Answers one question after another, urgent ones first; tokens are counted at once. A question that nobody waits for any
 * more is left out, or given up.
 * @param loading resolves, or rejects, once the model can answer: until then no question is begun
 * @returns takes a request
 */
function generateInTurn(
  loading: Promise<unknown>,
  answer: (ask: LocalAsk, signal: AbortSignal) => Promise<LocalAnswer>,
  reply: (reply: ModelReply<LocalAnswer>) => void,
): (request: ModelRequest<LocalAsk>) => void {
  const waiting = new Map<number, LocalAsk>();
  let working = false;
  let current: { readonly id: number; readonly stop: AbortController } | undefined;

  async function answerOne(id: number, ask: LocalAsk, signal: AbortSignal): Promise<void> {
    try {
      reply({ type: 'answered', from: 'language', id, answer: await answer(ask, signal) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const kind = error instanceof TooLong ? 'overflow' : undefined;
      reply({ type: 'failed', from: 'language', id, reason, kind });
    }
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    await loading.catch(() => undefined);
    for (let next = first(waiting); next; next = first(waiting)) {
      const [id, ask] = next;
      waiting.delete(id);
      current = { id, stop: new AbortController() };
      reply({ type: 'begun', from: 'language', id });
      await answerOne(id, ask, current.stop.signal);
    }
    current = undefined;
    working = false;
  }

  return (request) => {
    const { id } = request;
    if (request.type === 'cancel') {
      waiting.delete(id);
      if (current?.id === id) current.stop.abort(new Error('nobody waits for the answer any more'));
    } else if (request.ask.type === 'count') {
      void answerOne(id, request.ask, AbortSignal.timeout(2 ** 31 - 1));
    } else {
      waiting.set(id, request.ask);
      void work();
    }
  };
}

/** The first urgent one, else the first. */
function first(waiting: ReadonlyMap<number, LocalAsk>): [number, LocalAsk] | undefined {
  const all = [...waiting];
  return all.find(([, ask]) => ask.type === 'answer' && ask.urgent) ?? all[0];
}

/** Main program of the language model's process. Its argument: a LocalStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as LocalStart;

const loading = importFrom(start.runtime, LLAMA).then((llama) => loadGenerator(llama as LlamaModule, start));
serveRequests(
  generateInTurn(loading, async (ask, signal) => (await loading).answer(ask, signal), replyToService),
);
// Each question is answered with why the model cannot be loaded.
loading.catch(() => undefined);
