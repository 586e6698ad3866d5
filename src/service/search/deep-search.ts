import type { Selectable, Updateable } from 'kysely';
import type { DeepSearch, SearchQueryPlan } from '../../contract/index.ts';
import { ServiceError } from '../errors.ts';
import type { Link } from '../links/links.ts';
import { fromJson, toJson } from '../store/json.ts';
import type { Db, DeepSearchesTable } from '../store/schema.ts';
import type { SearchContext } from './context.ts';
import type { KnowledgeBase } from './knowledge.ts';
import type { StoredResult } from './make-result.ts';
import { showResult } from './results.ts';
import { runSearch, type SearchOutcome } from './search.ts';

export type DeepSearchRow = Selectable<DeepSearchesTable>;
type Failure = NonNullable<DeepSearch['error']>;

/** Runs the search of a row. @throws ServiceError, or the signal's reason */
export function perform(ctx: SearchContext, row: DeepSearchRow, signal: AbortSignal): Promise<SearchOutcome> {
  const request = {
    query: row.query,
    knowledgeBase: fromJson<KnowledgeBase>(row.knowledge_base),
    scope: row.scope,
    limit: row.limit,
    excludeWeak: row.exclude_weak_results === 1,
  };
  return runSearch(ctx, row.account_id, request, signal);
}

/** The changes that a finished search writes to its row. */
export function completion({
  pieces,
  results,
  total,
  plans,
  usage,
}: SearchOutcome): Updateable<DeepSearchesTable> {
  return {
    status: 'completed',
    text: pieces.join(''),
    results: toJson(results),
    total,
    search_queries: toJson(plans),
    usage: toJson(usage),
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
export async function settle(db: Db, id: string, changes: Updateable<DeepSearchesTable>): Promise<boolean> {
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
  };
}
