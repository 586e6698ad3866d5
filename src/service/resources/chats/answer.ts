import { type BodyOf, type Citation, QUOTES } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { nothingFound } from '../../search/answer.ts';
import { answersIn, quotesLines } from '../../search/answers/answers.ts';
import type { MeaningContext } from '../../search/context.ts';
import { evidenceFor, type LineEvidence } from '../../search/evidence.ts';
import { answerWith, type ModelQuestion } from '../../search/model-answer.ts';
import { WEAK_SCORE } from '../../search/score.ts';
import { runSearch, type SearchOutcome } from '../../search/search.ts';
import { countWords } from '../../text/words.ts';
import { EndpointRefused } from '../../understanding/endpoint/errors.ts';
import { type ChatSession, chatSession, WHILE_WAITING } from '../../understanding/language/chat.ts';
import { languageModel } from '../../understanding/language/model.ts';
import { withEncoder } from '../common/with-encoder.ts';
import { CONTEXT_SECONDS, citationOf } from './citations.ts';
import { type Message, queriesOf } from './question.ts';
import { answerInQuotes, type Quotable } from './quotes.ts';

export type ChatBody = BodyOf<'chat.create'>;

/** An answer to a conversation. */
export interface Answer {
  readonly model: string;
  readonly text: string;
  readonly citations: Citation[];
  /** Tokens as the model's endpoint counts them; words, if it does not count or none was asked. */
  readonly usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

/** Results that a conversation is answered from. */
export const MOST_RESULTS = 12;

/**
 * Answers the last message from the collection: by the configured language model, otherwise, or if that gives no usable
 * answer, in quotes.
 * @throws ServiceError 404 or 400, see scopeOf; the signal's reason
 */
export async function answer(ctx: RequestContext, body: ChatBody): Promise<Answer> {
  const language = body.model === QUOTES ? undefined : languageModel(ctx.config);
  if (!language) return byQuotes(ctx, body, NO_MODEL);
  const model = chatSession(language, WHILE_WAITING);
  try {
    return (await byModel(ctx, model, body)) ?? (await byQuotes(ctx, body, UNHELD));
  } catch (error) {
    if (!(error instanceof EndpointRefused)) throw error;
    ctx.log.warn('the language model did not answer; answering in quotes', { error });
    return byQuotes(ctx, body, `The language model did not answer: ${error.message}.`);
  }
}

const NO_MODEL = 'No language model answered.';
const UNHELD = "The language model's answer was dropped, because its citations do not hold.";

async function byQuotes(ctx: RequestContext, body: ChatBody, why: string): Promise<Answer> {
  const searching = await searchingIn(ctx);
  const { query, wider } = queriesOf(body.messages);
  let found = await quotableFor(searching, body, query);
  if (found.sentences.length + found.others.length === 0 && wider !== undefined)
    found = await quotableFor(searching, body, wider);
  const quoted = await answerInQuotes(ctx.db, questionOf(body), found, why);
  return { model: QUOTES, ...quoted, usage: usageOf(found.words, countWords(quoted.text)) };
}

/** What answers a query in quotes, and the words that were read for it. */
async function quotableFor(
  ctx: Searching,
  body: ChatBody,
  query: string,
): Promise<Quotable & { readonly words: number }> {
  const outcome = await searchFor(ctx, body, query, { threshold: 0 });
  const sentences = await answersIn(ctx, { query, last: questionOf(body) }, outcome, ctx.signal);
  const others = outcome.results.filter((result) => !quotesLines(result) && result.score >= WEAK_SCORE);
  return { sentences, others, words: outcome.usage.input_tokens };
}

/** Undefined if nothing of the model's answer holds. @throws EndpointRefused */
async function byModel(ctx: RequestContext, model: ChatSession, body: ChatBody): Promise<Answer | undefined> {
  const { results, usage } = await find(ctx, body);
  const evidence = await evidenceFor(ctx.db, results);
  if (evidence.length === 0) {
    const text = nothingFound(questionOf(body));
    return { model: model.model, text, citations: [], usage: usageOf(usage.input_tokens, countWords(text)) };
  }
  const { pieces, citations, dropped } = await answerWith(model, modelQuestion(body), evidence, ctx.signal);
  if (pieces.length === 0 && dropped > 0) return undefined;
  const text = pieces.join('') || `Nothing that was heard, read or seen answers “${questionOf(body)}”.`;
  const { input, output } = model.usage;
  return {
    model: model.model,
    text,
    citations: citations.map(({ evidence: line, quote }) => {
      const around = evidence.filter((other) => isNear(other, line));
      return citationOf({ text: quote, lines: [line], around });
    }),
    usage: usageOf(input || usage.input_tokens, output || countWords(text)),
  };
}

function isNear(one: LineEvidence, line: LineEvidence): boolean {
  return one.file_id === line.file_id && Math.abs(one.time - line.time) <= CONTEXT_SECONDS;
}

/** The caller's own words outside the material; earlier answers, which quote media, inside. */
function modelQuestion({ messages, temperature }: ChatBody): ModelQuestion {
  const said = (wanted: Message['role']) =>
    messages.slice(0, -1).flatMap(({ role, content }) => (role === wanted ? [content.trim()] : []));
  const before = said('user').map((content) => `Earlier question: ${content}`);
  const system = said('system').join('\n');
  return {
    asked: [...before, `Question: ${messages.at(-1)?.content.trim()}`].join('\n'),
    earlier: said('assistant').map((content) => `Earlier answer, not to be cited: ${content}`),
    ...(system && { system }),
    temperature,
  };
}

/** The results for the last question; with the one before, if it finds nothing by itself. */
async function find(ctx: RequestContext, body: ChatBody): Promise<SearchOutcome> {
  const searching = await searchingIn(ctx);
  const { query, wider } = queriesOf(body.messages);
  const found = await searchFor(searching, body, query, {});
  return found.results.length === 0 && wider !== undefined ? searchFor(searching, body, wider, {}) : found;
}

type Searching = RequestContext & MeaningContext;

/** The signal is made when it is asked for, so that a copy of the context lacks it. */
async function searchingIn(ctx: RequestContext): Promise<Searching> {
  return { ...(await withEncoder(ctx)), signal: ctx.signal };
}

function searchFor(
  ctx: Searching,
  { collections, filter }: ChatBody,
  query: string,
  how: { threshold?: number },
): Promise<SearchOutcome> {
  const knowledgeBase = { source: 'collections' as const, collections, filter };
  const request = { query, knowledgeBase, scope: null, limit: MOST_RESULTS, ...how };
  return runSearch(ctx, ctx.accountId, request, ctx.signal);
}

function questionOf({ messages }: ChatBody): string {
  return messages.at(-1)?.content.trim() ?? '';
}

function usageOf(prompt_tokens: number, completion_tokens: number): Answer['usage'] {
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
