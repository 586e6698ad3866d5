/**
 * Searches: one query in words or a picture (by-picture.ts), or for moments (moments.ts), over collections comes in;
 * ranked results go out, and are stored so that they can be read again.
 */

import { randomUUID } from 'node:crypto';
import {
  type Gap,
  limits,
  type OneOf,
  type Search,
  type SearchItem,
  type searchSorts,
} from '../../../contract/index.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { type Link, linksFor } from '../../links/links.ts';
import type { StoredResult } from '../../search/results/make-result.ts';
import { showResult, withFilm } from '../../search/results/make-result.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { gapsBehind } from '../common/gaps-behind.ts';
import { groupBy, rowsPage, sliceOf } from '../common/lists/lists.ts';
import { keptFiles } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf } from '../common/rows.ts';
import { findFaces, findLike, unseenGaps } from './by-picture.ts';
import { type Inside, insideOf, type Place, placeKey } from './inside.ts';
import { findMoments } from './moments.ts';
import { findByWords, type SearchBody, searchedModalities } from './query-text.ts';
import type { SearchRow, Stored, StoredGroup, StoredItem } from './stored.ts';

/** A search as the API shows it, with the given results. */
function searchOf(row: SearchRow, results: readonly SearchItem[], total: number): Search {
  return {
    id: row.id,
    object: 'search',
    created_at: row.created_at,
    ...optional('query', row.query),
    scope: row.scope,
    ...optional('group_by_key', row.group_by_key),
    results: [...results],
    total,
    limit: row.limit,
    ...optional('gaps', fromJson<Gap[] | null>(row.gaps)),
  };
}

/** The stored results of a search, best first. */
function resultsOf(row: SearchRow): Stored[] {
  return fromJson<Stored[]>(row.results);
}

/** Results with fresh links, as lists of searches show them. */
function showResults(results: readonly Stored[], link: Link): SearchItem[] {
  return results.map((result) => showStored(result, link, new Map()));
}

/** Results with fresh links, and segments with their contents. */
async function showWhole(db: Db, results: readonly Stored[], link: Link): Promise<SearchItem[]> {
  const items = results.flatMap((result) => ('matched_items' in result ? result.matched_items : [result]));
  const inside = await insideOf(db, items.flatMap(placeOf), link);
  return results.map((result) => showStored(result, link, inside));
}

function placeOf(item: StoredItem): Place[] {
  if (item.type !== 'segment') return [];
  const { segment_id, collection_id } = item;
  return segment_id === undefined || collection_id === undefined ? [] : [{ segment_id, collection_id }];
}

type Shown = ReadonlyMap<string, Inside>;

/** All items of a group are of one kind. */
function showStored(result: Stored, link: Link, inside: Shown): SearchItem {
  if (!('matched_items' in result)) return showItem(result, link, inside);
  const matched_items = result.matched_items.map((item) => showItem(item, link, inside));
  return { ...result, matched_items } as SearchItem;
}

function showItem(item: StoredItem, link: Link, inside: Shown) {
  if (item.type === 'face') {
    const { thumbnail_key, ...face } = item;
    return { ...face, thumbnail_url: link(thumbnail_key) };
  }
  if (item.type === 'moment') return withFilm({ properties: {}, ...item, search_score: item.score }, link);
  return showFound(item, link, inside);
}

function showFound(item: StoredResult, link: Link, inside: Shown) {
  const [place] = placeOf(item);
  return {
    ...showResult(item, link),
    ...(item.tag && { tag: item.tag }),
    ...(place && inside.get(placeKey(place))),
  };
}

const GROUPS = {
  file: 'segment_group',
  segment: 'segment_group',
  face: 'face_group',
  moment: 'moment_group',
} as const;

/**
 * Groups results by file: the file with the best item first, or the one with the most items.
 * @param items best first
 */
function groupByFile(items: readonly StoredItem[], sortBy: OneOf<typeof searchSorts>): StoredGroup[] {
  const byFile = groupBy(items, ({ file_id }) => file_id);
  const groups = [...byFile].map(([file_id, matched_items]): StoredGroup => {
    const [best] = matched_items;
    return {
      type: GROUPS[best?.type ?? 'segment'],
      file_id,
      item_count: matched_items.length,
      best_score: best?.score ?? 0,
      matched_items,
    };
  });
  const byScore = (one: StoredGroup, other: StoredGroup) => other.best_score - one.best_score;
  if (sortBy === 'score') return groups.sort(byScore);
  return groups.sort((one, other) => other.item_count - one.item_count || byScore(one, other));
}

export const searches: Resource<'search.run' | 'search.list' | 'search.get'> = {
  handlers: {
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
  if (body.source_image) return findLike(ctx, { ...body, image: body.source_image, scope }, most);
  return findByWords(ctx, body, scope, most);
}

/** What was not heard, read or seen where little was found. Faces have nothing of that. */
async function gapsOf(ctx: RequestContext, body: SearchBody, results: number): Promise<Gap[]> {
  const { scope, collections, filter, limit, search_modalities: named } = body;
  if (scope === 'face') return [];
  if (body.source_image) return unseenGaps(ctx, body);
  const knowledgeBase = { source: 'collections' as const, collections, filter };
  const modalities = named && searchedModalities(named);
  return gapsBehind(ctx, ctx.accountId, { knowledgeBase, results, limit, modalities });
}

async function withoutDeleted(db: Db, results: readonly Stored[]): Promise<Stored[]> {
  const kept = await keptFiles(db, results);
  return results.filter(({ file_id }) => kept.has(file_id));
}
