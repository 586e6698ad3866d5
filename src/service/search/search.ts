/**
 * Search over films. A query and filters come in; candidates by words, meaning and pictures are found, scored by how
 * likely they are right (scores), and go out as results with quotes and times (results, quotes).
 */

import type { Filter, Gap, SearchQueryPlan } from '../../contract/index.ts';
import type { Db } from '../store/sql/schema.ts';
import { documentTable } from '../store/words/postings/document-table.ts';
import { languagesOf } from '../store/words/write-terms.ts';
import { countWords } from '../text/split-words.ts';
import { answerPieces, citedResult } from './answer.ts';
import { MAX_CANDIDATES, toResults } from './candidates.ts';
import type { MeaningContext, SearchContext } from './context.ts';
import { type KnowledgeBase, scopeOf } from './filters/knowledge.ts';
import { addByMeaning } from './meaning/add.ts';
import { addBySight } from './pictures/add.ts';
import { type PlannedSearch, planSearches, type SearchModality, type SearchScope } from './query/plan.ts';
import type { WeightedTerm } from './quotes/quote.ts';
import type { Candidate, StoredResult } from './results/make-result.ts';
import { frameLeads, fuse, LEAST_LIKELY } from './scores/likelihood.ts';
import { WEAK_SCORE } from './scores/score.ts';
import { findTagged, type Tagged, type TagWish } from './tags.ts';
import { type Found as FoundTerms, TermSearcher } from './words/terms.ts';

/**
 * Reads what every search needs, some 1.5 s for a million documents, so that the first one does not wait for it. Other
 * requests run in between.
 * @throws the signal's reason if it aborts
 */
export async function warmSearch({ db, yieldTurn }: SearchContext, signal: AbortSignal): Promise<void> {
  await documentTable(db, async () => {
    await yieldTurn();
    signal.throwIfAborted();
  });
}

/** A search: what to find, and where. */
export interface SearchRequest {
  query: string;
  knowledgeBase: KnowledgeBase;
  /** Null: the planner uses both, and results may mix them. */
  scope: SearchScope | null;
  /** Maximum number of results. */
  limit: number;
  /** Results below this score (0..1) are dropped; default: unlikely ones, where meaning is compared. */
  threshold?: number | undefined;
  excludeWeak?: boolean | undefined;
  modalities?: readonly SearchModality[] | undefined;
  /** Whether to search titles and metadata besides these modalities. */
  descriptive?: boolean | undefined;
  /** Further queries, planned by a language model. */
  also?: readonly string[] | undefined;
  /** Search tags too. */
  tags?: TagWish | undefined;
}

/** The results of a search. */
export interface SearchOutcome {
  /** Best first. */
  results: StoredResult[];
  /** Number of all results, including those beyond the limit. */
  total: number;
  /** The pieces of the text that answers the query. */
  pieces: string[];
  plans: SearchQueryPlan[];
  /** The terms of the whole query, as found. */
  terms: readonly WeightedTerm[];
  /** Whether the scores are likelihoods: the query was compared by meaning. */
  likely: boolean;
  /** Whether a language model found no answer in the results. */
  unanswered?: boolean;
  /** What was not heard, read or seen where little was found: see resources/common/gaps-behind.ts. */
  gaps?: readonly Gap[];
  usage: { input_tokens: number; output_tokens: number; total_tokens: number; search_calls: number };
}

/**
 * Plans a query, runs the plan over an account's documents and quotes the results. A token in `usage` is a word:
 * input_tokens counts the words of the query and of the lines read for quotes, output_tokens those of the text;
 * search_calls counts index queries.
 * @throws ServiceError 404 or 400, see scopeOf; the signal's reason if it aborts
 */
export async function runSearch(
  ctx: MeaningContext,
  accountId: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { strong, plans, terms, likely, filter, calls } = await findStrong(ctx, accountId, request, signal);
  const { results, total, wordsRead } = await toResults(ctx.db, strong, filter, request.limit);
  const pieces = answerPieces(request.query, results.map(citedResult));
  const input = countWords(request.query) + wordsRead;
  const output = countWords(pieces.join(''));
  return {
    results,
    total,
    pieces,
    plans,
    terms,
    likely,
    usage: {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      search_calls: calls,
    },
  };
}

/** What a search found, by document, before weak ones are dropped. */
export interface Found {
  readonly candidates: ReadonlyMap<number, Candidate>;
  readonly plans: SearchQueryPlan[];
  /** The terms of the whole query, as found. */
  readonly terms: readonly WeightedTerm[];
  readonly filter: Filter | undefined;
  /** Whether the scores are likelihoods. */
  readonly likely: boolean;
  /** Index queries. */
  readonly calls: number;
}

/**
 * What is found without what is too weak or too unlikely. Where that is nothing, what has the words just as they were typed:
 * a few words of a long sentence are not near it in meaning, and are there all the same.
 */
async function findStrong(
  ctx: MeaningContext,
  accountId: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<Omit<Found, 'candidates'> & { readonly strong: readonly Candidate[] }> {
  const found = await findCandidates(ctx, accountId, request, signal);
  const strong = strongIn(found, request);
  const isSaid = strong.length > 0 || !found.likely || request.threshold !== undefined;
  if (isSaid || request.query.includes('"')) return { ...found, strong };
  const phrase = { ...request, query: `"${withoutOpening(request.query)}"`, also: undefined };
  const literal = await findCandidates(ctx, accountId, phrase, signal);
  const calls = found.calls + literal.calls;
  const said = strongIn(literal, request);
  if (said.length === 0) return { ...found, strong, calls };
  return { ...literal, strong: said, plans: [...found.plans, ...literal.plans], calls };
}

/** What opens a question in English: who asks "What is worth mention in passing?" heard the rest. */
const OPENING =
  /^\s*(?:who|what|when|where|why|how|which)(?:'s|\s+(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must))*\s+/i;

/** A question without its opening, if at least three words are left; else the query. */
function withoutOpening(query: string): string {
  const rest = query.replace(OPENING, '');
  return rest.split(/\s+/).length >= 3 ? rest : query;
}

function strongIn({ candidates, likely }: Found, { threshold, excludeWeak }: SearchRequest): Candidate[] {
  const least = Math.max(threshold ?? (likely ? LEAST_LIKELY : 0), excludeWeak ? WEAK_SCORE : 0);
  return [...candidates.values()].filter(({ score }) => score >= least);
}

/** Plans a query and runs the plan; see runSearch. */
export async function findCandidates(
  ctx: MeaningContext,
  accountId: string,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<Found> {
  const base = request.knowledgeBase;
  const scope = await scopeOf(ctx, accountId, base);
  const filter = base.source === 'collections' ? base.filter : undefined;
  const languages = await languagesToLookIn(ctx.db, accountId);
  const searcher = new TermSearcher(ctx, scope, languages);
  const planned = planSearches({ ...request, filter }, languages);
  const candidates = new Map<number, Candidate>();
  const plans: SearchQueryPlan[] = [];
  const found = new Map<PlannedSearch, FoundTerms>();
  for (const together of inSamePlace(planned)) {
    // Without a turn between queries, no timer runs that could abort the signal.
    await ctx.yieldTurn();
    signal.throwIfAborted();
    const all = await searcher.run(together, MAX_CANDIDATES);
    for (const [at, search] of together.entries()) found.set(search, all[at] ?? NONE);
  }
  for (const search of planned) {
    const { documents, count, terms } = found.get(search) ?? NONE;
    plans.push(planItem(search, count));
    for (const { docid, score } of documents) {
      const known = candidates.get(docid);
      if (!known || known.words < score) {
        const { modalities } = search;
        // The last is there from the start: to add it to thousands of objects later would take more memory.
        candidates.set(docid, { docid, score, terms, modalities, words: score, near: undefined });
      }
    }
  }
  const mostWords = Math.max(0, ...[...candidates.values()].map(({ words }) => words));
  const likely = await addByMeaning(ctx, scope, planned, candidates, signal);
  const seen = { candidates, named: request.modalities !== undefined };
  await addBySight(ctx, scope, planned, seen, signal);
  for (const tagged of request.tags ? await findTagged(ctx, scope, { ...request, languages }, signal) : [])
    addTagged(candidates, tagged);
  for (const candidate of candidates.values()) {
    candidate.score = fuse(candidate, mostWords);
    if (candidate.frame) candidate.seen = frameLeads(candidate, mostWords);
  }
  signal.throwIfAborted();
  const [whole] = planned;
  const { terms } = (whole && found.get(whole)) ?? NONE;
  return { candidates, plans, terms, filter, likely, calls: searcher.calls };
}

const NONE: FoundTerms = { documents: [], count: 0, terms: [] };

/** The searches of a plan that look in the same scope. All of them look in the same modalities. */
function inSamePlace(planned: readonly PlannedSearch[]): PlannedSearch[][] {
  const scopes = new Set(planned.map(({ scope }) => scope));
  return [...scopes].map((one) => planned.filter(({ scope }) => scope === one));
}

/** The languages of an account's lines; English first if it is one of them, because the first one wins ties. */
async function languagesToLookIn(db: Db, accountId: string): Promise<string[]> {
  const held = await languagesOf(db, accountId);
  if (held.length === 0) return ['en'];
  return held.includes('en') ? ['en', ...held.filter((language) => language !== 'en')] : held;
}

/** A document that its words found as well keeps that match, and gets the tag. */
function addTagged(candidates: Map<number, Candidate>, tagged: Tagged): void {
  const { docid } = tagged.hit;
  const known = candidates.get(docid) ?? { docid, score: 0, terms: [], modalities: [], words: 0 };
  candidates.set(docid, { ...known, tagged: tagged.score, tag: tagged.tag });
}

function planItem(search: PlannedSearch, count: number): SearchQueryPlan {
  return {
    query: search.query.text,
    search_modalities: [...search.modalities],
    scope: search.scope,
    ...(search.filter && { filter: search.filter }),
    result_count: count,
  };
}
