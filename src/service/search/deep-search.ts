import type { Selectable, Updateable } from 'kysely';
import * as z from 'zod';
import type { DeepSearch, Gap, SearchQueryPlan } from '../../contract/index.ts';
import { ServiceError } from '../errors.ts';
import type { Link } from '../links/links.ts';
import { fromJson, toJson } from '../store/sql/json.ts';
import type { Db, DeepSearchesTable } from '../store/sql/schema.ts';
import { EndpointRefused } from '../understanding/models/endpoint/errors.ts';
import { readWith } from '../understanding/models/language/answer.ts';
import type { ChatSession, Question } from '../understanding/models/language/chat.ts';
import { dataLine } from '../understanding/models/language/packing.ts';
import { planPrompt } from '../understanding/models/language/prompts/prompt.ts';
import { answerPieces, citedResult } from './answer.ts';
import { answersIn, citedSentence, quotesLines } from './answers/answers.ts';
import type { MeaningContext } from './context.ts';
import type { KnowledgeBase } from './filters/knowledge.ts';
import { answerWith, type ModelAnswer } from './model-answer.ts';
import { evidenceFor } from './results/evidence.ts';
import type { StoredResult } from './results/make-result.ts';
import { showResult } from './results/make-result.ts';
import { WEAK_SCORE } from './scores/score.ts';
import { runSearch, type SearchOutcome } from './search.ts';

/** Queries that a model may add. */
const MOST_QUERIES = 4;
const QUERY_CHARACTERS = 200;

const planned = z.object({
  queries: z.array(z.string().trim().min(1).max(QUERY_CHARACTERS)).max(MOST_QUERIES),
});

const SCHEMA = {
  type: 'object',
  properties: { queries: { type: 'array', items: { type: 'string' } } },
  required: ['queries'],
  additionalProperties: false,
};

/** The queries that a model adds to a question, none of them twice. @throws EndpointRefused: see ChatSession.ask */
async function plannedBy(model: ChatSession, query: string, signal: AbortSignal): Promise<string[]> {
  const question: Question<z.output<typeof planned>> = {
    name: 'plan',
    system: planPrompt.text,
    content: `<question>\n${dataLine(query)}\n</question>`,
    schema: SCHEMA,
    read: readWith(planned),
  };
  const { queries } = await model.ask(question, signal);
  const own = new Set(queries.map(dataLine));
  return [...own].filter((one) => one.toLowerCase() !== query.trim().toLowerCase());
}

export type DeepSearchRow = Selectable<DeepSearchesTable>;
type Failure = NonNullable<DeepSearch['error']>;

/**
 * Runs the search of a row. A model plans further queries and writes the text; where it gives no usable answer, the search
 * goes on without it and the text says so.
 * @throws ServiceError, or the signal's reason
 */
export async function perform(
  ctx: MeaningContext,
  row: DeepSearchRow,
  signal: AbortSignal,
  model?: ChatSession,
): Promise<SearchOutcome> {
  const request = {
    query: row.query,
    knowledgeBase: fromJson<KnowledgeBase>(row.knowledge_base),
    scope: row.scope,
    limit: row.limit,
    excludeWeak: row.exclude_weak_results === 1,
  };
  if (!model) return inQuotes(ctx, row.query, await runSearch(ctx, row.account_id, request, signal), signal);
  const also = await orRefusal(() => plannedBy(model, row.query, signal));
  const extra = 'refused' in also ? {} : { also: also.value };
  const found = await runSearch(ctx, row.account_id, { ...request, ...extra }, signal);
  const evidence = await evidenceFor(ctx.db, found.results);
  if (evidence.length === 0) return withUsage(found, model);
  const asked = `Question: ${row.query}`;
  const answer = await orRefusal(() => answerWith(model, { asked }, evidence, signal));
  const unanswered = 'value' in answer && answer.value.pieces.length === 0 && answer.value.dropped === 0;
  return withUsage({ ...found, unanswered, pieces: piecesOf(row.query, found, answer) }, model);
}

/** What was found, with a text of the lines that answer; else of the nearest, which says so. */
async function inQuotes(
  ctx: MeaningContext,
  query: string,
  found: SearchOutcome,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  if (!found.results.some(quotesLines)) return found;
  const sentences = await answersIn(ctx, { query, last: query }, found, signal);
  const others = found.results.filter((result) => !quotesLines(result) && result.score >= WEAK_SCORE);
  const cited = [...sentences.map(citedSentence), ...others.map(citedResult)];
  if (cited.length > 0) return { ...found, pieces: answerPieces(query, cited) };
  return { ...found, unanswered: true, pieces: [nothingAnswers(query), ...found.pieces] };
}

/** What a model gave, or why it gave nothing. */
type Asked<T> = { readonly value: T } | { readonly refused: string };

async function orRefusal<T>(ask: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (!(error instanceof EndpointRefused)) throw error;
    return { refused: error.message };
  }
}

function piecesOf(query: string, { pieces: quotes }: SearchOutcome, answer: Asked<ModelAnswer>): string[] {
  if ('refused' in answer) return [`The language model did not answer: ${answer.refused}.\n`, ...quotes];
  const { pieces, dropped } = answer.value;
  if (pieces.length > 0) return [...pieces];
  if (dropped > 0)
    return ["The language model's answer was dropped, because its citations do not hold.\n", ...quotes];
  return [nothingAnswers(query), ...quotes];
}

const nothingAnswers = (query: string) =>
  `Nothing that was heard, read or seen answers “${query}”. The nearest:\n`;

/** Adds the model's tokens, as its endpoint counts them. */
function withUsage(found: SearchOutcome, { usage: { input, output } }: ChatSession): SearchOutcome {
  const input_tokens = found.usage.input_tokens + input;
  const output_tokens = found.usage.output_tokens + output;
  const total_tokens = input_tokens + output_tokens;
  return { ...found, usage: { ...found.usage, input_tokens, output_tokens, total_tokens } };
}

/** The changes that a finished search writes to its row. */
export function completion({
  pieces,
  results,
  total,
  plans,
  usage,
  gaps = [],
}: SearchOutcome): Updateable<DeepSearchesTable> {
  return {
    status: 'completed',
    text: pieces.join(''),
    results: toJson(results),
    total,
    search_queries: toJson(plans),
    usage: toJson(usage),
    gaps: gaps.length > 0 ? toJson(gaps) : null,
  };
}

/** The changes that a failed search writes to its row. */
export function failure(error: Failure): Updateable<DeepSearchesTable> {
  return { status: 'failed', error: toJson(error) };
}

/** Why a search failed, for its row: faults of the request in detail, internal errors without. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError && error.status < 500) {
    const code = error.status === 404 ? 'not_found' : 'invalid_request';
    return { message: error.message, type: 'invalid_request_error', code };
  }
  return {
    message: 'The search failed because of an internal error; see the service log.',
    type: 'server_error',
    code: 'internal_error',
  };
}

/**
 * Ends a search in progress. A search that was cancelled in the meantime stays cancelled, so that no result arrives
 * after a cancel. Returns whether this call ended it.
 */
export async function endDeepSearch(
  db: Db,
  id: string,
  changes: Updateable<DeepSearchesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deep_searches')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'in_progress')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const NO_USAGE = { input_tokens: 0, output_tokens: 0, total_tokens: 0, search_calls: 0 };

/** A deep search as the API shows it. Its plan is shown if requested, now or when it ran. */
export function deepSearchOf(row: DeepSearchRow, link: Link, include: readonly string[] = []): DeepSearch {
  const asked = [...include, ...fromJson<string[]>(row.include)].includes('search_queries');
  const plans = fromJson<SearchQueryPlan[]>(row.search_queries);
  const error = fromJson<Failure>(row.error);
  return {
    id: row.id,
    object: 'deep_search',
    status: row.status,
    created_at: row.created_at,
    query: row.query,
    scope: row.scope,
    text: row.text,
    results: fromJson<StoredResult[]>(row.results)?.map((result) => showResult(result, link)) ?? null,
    total: row.total ?? 0,
    limit: row.limit,
    ...(asked && { search_queries: plans }),
    usage: fromJson<typeof NO_USAGE>(row.usage) ?? NO_USAGE,
    ...(error && { error }),
    ...(row.gaps !== null && { gaps: fromJson<Gap[]>(row.gaps) }),
  };
}
