import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Search } from '../../../contract/index.ts';
import { notBuilt, notFound } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { type Link, linksFor } from '../../links/links.ts';
import type { StoredResult } from '../../search/candidates.ts';
import { showResult } from '../../search/results.ts';
import { runSearch } from '../../search/search.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { SearchesTable } from '../../store/schema.ts';
import { isCreatedWithin, listOf, sliceOf } from '../common/lists.ts';

type SearchRow = Selectable<SearchesTable>;

/** Searches: ranked results of one query over collections, kept so that they can be read again. */
export const searchHandlers: HandlersOf<'search.run' | 'search.list' | 'search.get'> = {
  'search.run': run,

  'search.list': async (ctx, { query }) => {
    const link = await linksFor(ctx);
    const searches = ctx.db
      .selectFrom('searches')
      .selectAll()
      .where('account_id', '=', ctx.accountId)
      .where(isCreatedWithin(query))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
    return listOf(searches, query, (row) => searchOf(row, link));
  },

  'search.get': async (ctx, { params, query }) => {
    const row = await ctx.db
      .selectFrom('searches')
      .selectAll()
      .where('id', '=', params.id)
      .where('account_id', '=', ctx.accountId)
      .executeTakeFirst();
    if (!row) throw notFound('search', params.id);
    const whole = searchOf(row, await linksFor(ctx));
    const { data, limit, offset } = sliceOf(whole.results, query);
    return { ...whole, results: data, limit, offset };
  },
};

async function run(ctx: RequestContext, { body }: Input<'search.run'>): Promise<Search> {
  if (body.scope === 'face' || body.scope === 'moment') throw notBuilt(`search with scope ${body.scope}`);
  const query = body.query ?? '';
  const request = {
    query,
    knowledgeBase: { source: 'collections' as const, collections: body.collections, filter: body.filter },
    scope: body.scope,
    limit: body.limit,
    threshold: body.threshold,
    modalities: body.search_modalities,
  };
  const { results } = await runSearch(ctx.db, ctx.accountId, request, ctx.signal);
  const row: SearchRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    created_at: ctx.clock(),
    query,
    scope: body.scope,
    limit: body.limit,
    results: toJson(results),
  };
  await ctx.db.insertInto('searches').values(row).execute();
  return searchOf(row, await linksFor(ctx));
}

function searchOf(row: SearchRow, link: Link): Search {
  const results = fromJson<StoredResult[]>(row.results).map((result) => showResult(result, link));
  return {
    id: row.id,
    object: 'search',
    created_at: row.created_at,
    query: row.query,
    scope: row.scope,
    results,
    total: results.length,
    limit: row.limit,
  };
}
