import {
  type BodyOf,
  type ChatCompletion,
  type Citation,
  QUOTES,
  type Citation as ShownCitation,
} from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { answerPieces, citedResult, nothingFound } from '../../search/answer.ts';
import { answersIn, citedSentence, quotesLines } from '../../search/answers/answers.ts';
import type { Excerpt } from '../../search/answers/excerpts.ts';
import type { SaidSentence } from '../../search/answers/sentences.ts';
import type { MeaningContext } from '../../search/context.ts';
import { answerWith, type ModelQuestion } from '../../search/model-answer.ts';
import { evidenceFor, type LineEvidence, linesAround } from '../../search/results/evidence.ts';
import type { StoredResult } from '../../search/results/make-result.ts';
import { WEAK_SCORE } from '../../search/scores/score.ts';
import { runSearch, type SearchOutcome } from '../../search/search.ts';
import type { Db } from '../../store/sql/schema.ts';
import { countWords, isStopWord, tokens } from '../../text/split-words.ts';
import { EndpointRefused } from '../../understanding/models/endpoint/errors.ts';
import { type ChatSession, chatSession, WHILE_WAITING } from '../../understanding/models/language/chat.ts';
import { quoteIn } from '../../understanding/models/language/held/quote.ts';
import { languageModel } from '../../understanding/models/language/model.ts';
import { withEncoder } from '../common/with-encoder.ts';
import { CONTEXT_SECONDS, citationOf } from './citations.ts';

/** Quotes in one answer. */
const MOST_QUOTES = 4;

const QUOTED = 'These are quotes of what was said and shown:';
/** Pictures, titles and metadata have no words that an answer could cite. */
const MATCHED = 'Nothing that was said or shown answers. What is seen, or a title or metadata, matches in:';

/** An answer without a model. */
interface Quoted {
  readonly text: string;
  readonly citations: ShownCitation[];
}

/** What an answer is made of. */
interface Quotable {
  /** What answers the question. */
  readonly sentences: readonly Excerpt[];
  /** Further results: described pictures and sounds, titles, tags. */
  readonly others: readonly StoredResult[];
}

/**
 * An answer in quotes, which says that it is one.
 * @param why why no model answers, as a sentence
 */
async function answerInQuotes(
  db: Db,
  question: string,
  { sentences, others }: Quotable,
  why: string,
): Promise<Quoted> {
  const more = distinct(others).slice(0, MOST_QUOTES - sentences.length);
  const text = answerPieces(question, [...sentences.map(citedSentence), ...more.map(citedResult)]).join('');
  if (sentences.length + more.length === 0) return { text, citations: [] };
  const cited = [
    ...(await Promise.all(sentences.map((one) => citationOfSentence(db, one)))),
    ...(await Promise.all(more.map((result) => citedIn(db, result)))).flat(),
  ];
  const heading = cited.length > 0 ? QUOTED : MATCHED;
  return { text: `${why} ${heading}\n${text}`, citations: cited };
}

/** A file and its segment match the same words: the segment says where, so it is kept. */
function distinct(results: readonly StoredResult[]): StoredResult[] {
  const keyOf = ({ file_id, quote }: StoredResult) =>
    quote ? [file_id, quote.modality, quote.time, quote.text].join(' ') : file_id;
  const kept = new Map<string, StoredResult>();
  for (const result of results) {
    const known = kept.get(keyOf(result));
    if (!known || (known.segment_id === undefined && result.segment_id !== undefined))
      kept.set(keyOf(result), result);
  }
  return [...kept.values()];
}

async function citationOfSentence(db: Db, sentence: SaidSentence): Promise<ShownCitation> {
  const { text, lines, collection_id, file_id, filename, time, end } = sentence;
  const place = { collection_id, file_id, filename, start_time: time, end_time: end };
  return citationOf({ text, lines, around: await linesAround(db, place, CONTEXT_SECONDS) });
}

/** The citation of a result's quote; none if it was found by its title or metadata, or if its lines are gone. */
async function citedIn(db: Db, result: StoredResult): Promise<ShownCitation[]> {
  const { quote } = result;
  if (!quote) return [];
  const around = await linesAround(db, result, CONTEXT_SECONDS);
  const text = quote.text.replace(/^… /, '').replace(/ …$/, '');
  const lines = around.filter((line) => line.modality === quote.modality && line.time >= quote.time);
  const [first, ...more] = quotedLines(lines, text);
  return first ? [citationOf({ text, lines: [first, ...more], around })] : [];
}

/** The first lines that, one after the other, have the words. */
function quotedLines(lines: readonly LineEvidence[], text: string): readonly LineEvidence[] {
  for (let count = 1; count <= lines.length; count += 1) {
    const own = lines.slice(0, count);
    if (quoteIn(own.map((line) => line.text).join(' '), text) !== undefined) return own;
  }
  return [];
}

type Message = ChatCompletion['payload']['messages'][number];

/** Words that stand for something said before. */
const REFERS =
  /(?<!\p{L})(?:that|this|it|its|he|she|him|her|his|they|them|their|those|these|there|then|else|more|again|same|earlier|before)(?!\p{L})/iu;
/** Openings that continue a question. */
const CONTINUES = /^(?:and|but|or|so|also|what about|how about)\b/i;
/** Asks for something of what was spoken of, and does not say of what. */
const BARE =
  /^(?:(?:and|but|so|und|aber)[\s,]+)?(?:how (?:many|much|long|often|far|big|large|old|high|late|soon)|when|where|who|why|what|which(?: ones?)?|wie (?:viele?|lange|oft|weit|alt|groß)|wann|wo|wer|warum|was|welche[rs]?)(?: (?:exactly|then|not|genau|denn|nicht))?\W*$/i;
/** Content words up to which a question that refers to something, or goes on with it, needs the ones before. */
const [REFERRING, CONTINUING] = [4, 6];
/** Earlier questions that a query takes up. */
const MOST_EARLIER = 3;

/** What to search for. */
interface Queries {
  /** The query for the last question: with earlier ones if it cannot stand alone. */
  readonly query: string;
  /** With the question before, if the query stands alone; to try if that finds nothing. */
  readonly wider?: string;
}

/** The queries for the last message of a conversation. */
export function queriesOf(messages: readonly Message[]): Queries {
  const asked = messages.filter(({ role, content }) => role === 'user' && content.trim() !== '');
  const questions = asked.map(({ content }) => content.trim());
  const last = questions.at(-1) ?? '';
  const before = questions.slice(0, -1);
  if (!needsEarlier(last)) {
    const previous = before.at(-1);
    return { query: last, ...(previous !== undefined && { wider: `${previous}\n${last}` }) };
  }
  const needed: string[] = [];
  for (const question of before.reverse()) {
    needed.unshift(question);
    if (!needsEarlier(question) || needed.length === MOST_EARLIER) break;
  }
  return { query: [...needed, last].join('\n') };
}

/** Whether a question says too little by itself: "and who said that?" */
function needsEarlier(question: string): boolean {
  const content = tokens(question).filter(({ word }) => !isStopWord(word)).length;
  if (content === 0 || BARE.test(question.trim())) return true;
  const most = CONTINUES.test(question) ? CONTINUING : REFERS.test(question) ? REFERRING : 0;
  return content <= most;
}

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
  const own = questionOf(body);
  const last = BARE.test(own) ? query : own;
  const sentences = await answersIn(ctx, { query, last }, outcome, ctx.signal);
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
