import type { Gap, Search, SearchItem } from '../../../contract/index.ts';
import type { Link } from '../../links/links.ts';
import type { StoredResult } from '../../search/make-result.ts';
import { showResult, withFilm } from '../../search/results.ts';
import { fromJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { optional } from '../common/optional.ts';
import { type Inside, insideOf, type Place, placeKey } from './inside.ts';
import type { SearchRow, Stored, StoredItem } from './stored.ts';

/** A search as the API shows it, with the given results. */
export function searchOf(row: SearchRow, results: readonly SearchItem[], total: number): Search {
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
export function resultsOf(row: SearchRow): Stored[] {
  return fromJson<Stored[]>(row.results);
}

/** Results with fresh links, as lists of searches show them. */
export function showResults(results: readonly Stored[], link: Link): SearchItem[] {
  return results.map((result) => showStored(result, link, new Map()));
}

/** Results with fresh links, and segments with their contents. */
export async function showWhole(db: Db, results: readonly Stored[], link: Link): Promise<SearchItem[]> {
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
