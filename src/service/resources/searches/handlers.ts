import { randomUUID } from 'node:crypto';
import { type Gap, limits, type Search } from '../../../contract/index.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { toJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { gapsBehind } from '../common/gaps-behind.ts';
import { keptFiles } from '../common/kept-files.ts';
import { rowsPage, sliceOf } from '../common/lists.ts';
import { finderOf } from '../common/rows.ts';
import { findFaces } from './faces.ts';
import { groupByFile } from './groups.ts';
import { findMoments } from './moments.ts';
import { resultsOf, searchOf, showResults, showWhole } from './present.ts';
import type { SearchRow, Stored, StoredItem } from './stored.ts';
import { findByWords, type SearchBody, searchedModalities } from './words.ts';

/** Searches: ranked results of one query over collections, stored so that they can be read again. */
export const searchHandlers: HandlersOf<'search.run' | 'search.list' | 'search.get'> = {
  'search.run': run,

  'search.list': async (ctx, { query }) => {
    const link = await linksFor(ctx);
    return rowsPage(ctx.db, 'searches', { account_id: ctx.accountId }, query, async (row) => {
      const results = await withoutDeleted(ctx.db, resultsOf(row));
      return searchOf(row, showResults(results, link), results.length);
    });
  },

  'search.get': async (ctx, { params, query }) => {
    const row = await findSearch(ctx, params.id);
    const results = await withoutDeleted(ctx.db, resultsOf(row));
    const { data, total, limit, offset } = sliceOf(results, query);
    const shown = await showWhole(ctx.db, data, await linksFor(ctx));
    return { ...searchOf(row, shown, total), limit, offset };
  },
};

const findSearch = finderOf('searches', 'search');

async function run(ctx: RequestContext, { body }: Input<'search.run'>): Promise<Search> {
  // Several results of one file make one group, so the search looks for more results than groups.
  const most = body.group_by_key ? limits.searchResults.max : body.limit;
  const started = performance.now();
  const found = await find(ctx, body, most);
  ctx.metrics.record(
    'vau_search_duration_seconds',
    { kind: body.scope },
    (performance.now() - started) / 1_000,
  );
  const gaps = await gapsOf(ctx, body, found.length);
  const results = body.group_by_key ? groupByFile(found, body.sort_by).slice(0, body.limit) : found;
  const row: SearchRow = {
    id: randomUUID(),
    account_id: ctx.accountId,
    created_at: ctx.clock(),
    query: body.query ?? null,
    scope: body.scope,
    group_by_key: body.group_by_key ?? null,
    limit: body.limit,
    results: toJson(results),
    gaps: gaps.length > 0 ? toJson(gaps) : null,
  };
  await ctx.db.insertInto('searches').values(row).execute();
  return searchOf(row, await showWhole(ctx.db, results, await linksFor(ctx)), results.length);
}

async function find(ctx: RequestContext, body: SearchBody, most: number): Promise<StoredItem[]> {
  const { scope } = body;
  if (scope === 'face') return findFaces(ctx, body, most);
  if (scope === 'moment') return findMoments(ctx, body, most);
  return findByWords(ctx, body, scope, most);
}

/** What was not heard, read or seen where little was found. Faces have nothing of that. */
async function gapsOf(
  ctx: RequestContext,
  { scope, collections, filter, limit, search_modalities: named }: SearchBody,
  results: number,
): Promise<Gap[]> {
  if (scope === 'face') return [];
  const knowledgeBase = { source: 'collections' as const, collections, filter };
  const modalities = named && searchedModalities(named);
  return gapsBehind(ctx, ctx.accountId, { knowledgeBase, results, limit, modalities });
}

async function withoutDeleted(db: Db, results: readonly Stored[]): Promise<Stored[]> {
  const kept = await keptFiles(db, results);
  return results.filter(({ file_id }) => kept.has(file_id));
}
