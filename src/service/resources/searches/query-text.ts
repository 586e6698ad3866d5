import type { BodyOf, tagModalities } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { SEARCH_MODALITIES, type SearchModality, type SearchScope } from '../../search/query/plan.ts';
import type { StoredResult } from '../../search/results/make-result.ts';
import { runSearch, type SearchRequest } from '../../search/search.ts';
import { withEncoder } from '../common/with-encoder.ts';

export type SearchBody = BodyOf<'search.run'>;
type Named = NonNullable<SearchBody['search_modalities']>[number];

/**
 * The modalities behind each name in the API, besides titles, metadata and tags. Our modality names stand for
 * themselves.
 */
const LOOKS_IN: { readonly [Name in Exclude<Named, SearchModality>]: readonly SearchModality[] } = {
  general_content: SEARCH_MODALITIES,
  speech_lexical: ['speech'],
  ocr_lexical: ['scene_text'],
  doc_lexical: [],
  tag_semantic: [],
  tag_lexical: [],
};

/** Names that include titles and metadata. */
const DESCRIPTIVE: readonly Named[] = ['general_content', 'doc_lexical'];

/** Files or segments that match the words of a query, best first, at most `limit`. @throws 404, 400: see scopeOf */
export async function findByWords(
  ctx: RequestContext,
  body: SearchBody,
  scope: SearchScope,
  limit: number,
): Promise<StoredResult[]> {
  const request = {
    query: body.query ?? '',
    knowledgeBase: { source: 'collections' as const, collections: body.collections, filter: body.filter },
    scope,
    limit,
    threshold: body.threshold,
    ...whereToLook(body),
  };
  return (await runSearch(await withEncoder(ctx), ctx.accountId, request, ctx.signal)).results;
}

type Where = Pick<SearchRequest, 'modalities' | 'descriptive' | 'tags'>;

/** Without names, or with general_content alone, the query itself may name the modality. */
function whereToLook({ search_modalities: named, label_filters: labels }: SearchBody): Where {
  if (!named || named.every((name) => name === 'general_content')) return {};
  const has = (name: (typeof tagModalities)[number]) => named.includes(name);
  return {
    modalities: searchedModalities(named),
    descriptive: named.some((name) => DESCRIPTIVE.includes(name)),
    ...((has('tag_semantic') || has('tag_lexical')) && { tags: { labels, similar: has('tag_semantic') } }),
  };
}

/** The modalities that a search by these names looks in. */
export function searchedModalities(named: readonly Named[]): readonly SearchModality[] {
  return [...new Set(named.flatMap(modalitiesOf))];
}

function modalitiesOf(name: Named): readonly SearchModality[] {
  return name in LOOKS_IN ? LOOKS_IN[name as keyof typeof LOOKS_IN] : [name as SearchModality];
}
