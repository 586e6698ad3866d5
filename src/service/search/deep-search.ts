import type { Selectable, Updateable } from 'kysely';
import type { DeepSearch, SearchQueryPlan } from '../../contract/index.ts';
import { ServiceError } from '../errors.ts';
import type { Link } from '../links/links.ts';
import { fromJson, toJson } from '../store/json.ts';
import type { Db, DeepSearchesTable } from '../store/schema.ts';
import type { StoredResult } from './candidates.ts';
import type { SearchContext } from './context.ts';
import type { KnowledgeBase } from './knowledge.ts';
import { showResult } from './results.ts';
import { runSearch, type SearchOutcome } from './search.ts';

export type DeepSearchRow = Selectable<DeepSearchesTable>;
type Failure = NonNullable<DeepSearch['error']>;

/** Runs the search a row describes. @throws ServiceError, or the signal's reason */
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

/** What a finished search writes into its row. */
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

/** What a search that failed writes into its row. */
export function failure(error: Failure): Updateable<DeepSearchesTable> {
  return { status: 'failed', error: toJson(error) };
}

/** Why a search failed, for its row: what the request is to blame for by name, everything else without detail. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError && error.status < 500) {
    const code = error.status === 404 ? 'not_found' : 'invalid_request';
    return { message: error.message, type: 'invalid_request_error', code };
  }
  return {
    message: 'The search could not be run; the service log says why.',
    type: 'server_error',
    code: 'internal_error',
  };
}

/**
 * Ends a search that is in progress; one that was cancelled in the meantime stays as it is, so that no result
 * arrives after a cancel. True when this call ended it.
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

/** A deep search as the interface shows it. Its plan is shown when asked for, now or when it was run. */
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
