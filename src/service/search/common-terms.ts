import type { Db } from '../store/schema.ts';
import { searchWords, type WordQuery, type WordScope, type WordSearch } from '../store/words.ts';
import { inverseFrequency, type ScoredTerm, scoreDocuments, type TermHit } from './score.ts';

/** A term is common if more documents of the scope have it. Only then are not all of its documents ranked. */
export const COMMON = 2_500;
/** Newest documents to rank for the common terms of a query, all terms together; at least COMMON for each. */
const RANKED = 10_000;
/** Newest documents with all common terms of a query to rank. */
const WITH_ALL = 1_000;

/** A term as looked up. A common one has no hits yet. */
export interface TermToScore extends ScoredTerm {
  readonly query: WordQuery;
  readonly common: boolean;
}

/** Index queries for common terms. */
export interface CommonSearch {
  readonly db: Db;
  readonly scope: WordScope;
  readonly weights: NonNullable<WordSearch['weights']>;
  /** Number of documents in the scope. */
  readonly total: number;
  /** Number of best documents that must be right. */
  readonly wanted: number;
}

type Hits = Map<number, TermHit>;

/**
 * Finds the hits of common terms: first among the documents that the other terms found. If `wanted` of these score above
 * anything that common terms alone can reach, this is exact and ends here. Otherwise it adds the newest documents
 * of each common term and the newest ones with all of them.
 */
export async function withCommon(
  search: CommonSearch,
  terms: readonly TermToScore[],
): Promise<readonly TermToScore[]> {
  const common = terms.filter((term) => term.common);
  if (common.length === 0) return terms;
  const known = [...new Set(terms.flatMap(({ hits }) => [...hits.keys()]))];
  const filled = new Map(await each(common, (term) => hitsOf(search, term, { among: known })));
  if (isEnough(search, scored(terms, filled))) return scored(terms, filled);
  const newest = Math.max(COMMON, Math.floor(RANKED / common.length));
  const more = new Map(await each(common, (term) => hitsOf(search, term, { newest })));
  const together = common.length > 1 ? await withAll(search, common) : new Map();
  const all = common.map((term): [TermToScore, Hits] => [
    term,
    new Map([...together, ...(more.get(term) ?? []), ...(filled.get(term) ?? [])]),
  ]);
  return scored(terms, new Map(all));
}

function each(
  terms: readonly TermToScore[],
  hitsFor: (term: TermToScore) => Promise<Hits>,
): Promise<[TermToScore, Hits][]> {
  return Promise.all(terms.map(async (term): Promise<[TermToScore, Hits]> => [term, await hitsFor(term)]));
}

async function hitsOf(
  { db, scope, weights }: CommonSearch,
  { query }: Pick<TermToScore, 'query'>,
  part: Pick<WordSearch, 'among' | 'newest'>,
): Promise<Hits> {
  if (part.among?.length === 0) return new Map();
  const limit = part.among?.length ?? COMMON;
  const hits = await searchWords(db, { ...scope, query, weights, limit, ...part });
  return new Map(hits.map(({ docid, score }) => [docid, { bm25: score, share: 1 }]));
}

/** Documents with all of the terms; each term gets an equal part of their BM25. */
async function withAll(search: CommonSearch, [first, ...others]: readonly TermToScore[]): Promise<Hits> {
  if (!first) return new Map();
  const also = others.map(({ query }) => query.phrases);
  const hits = await hitsOf(search, { query: { ...first.query, also } }, { newest: WITH_ALL });
  const part = 1 / (others.length + 1);
  return new Map([...hits].map(([docid, { bm25, share }]) => [docid, { bm25: bm25 * part, share }]));
}

function scored(terms: readonly TermToScore[], hits: ReadonlyMap<TermToScore, Hits>): readonly TermToScore[] {
  return terms.map((term) => ({ ...term, hits: hits.get(term) ?? term.hits }));
}

/** Whether enough documents score above any document that has no other than common terms. */
function isEnough({ total, wanted }: CommonSearch, terms: readonly TermToScore[]): boolean {
  if (terms.some(({ required, common }) => required && !common)) return true;
  const sum = (some: readonly TermToScore[]) =>
    some.reduce((weight, { count }) => weight + inverseFrequency(count, total), 0);
  const most = sum(terms.filter(({ common }) => common)) / sum(terms);
  const scores = [...scoreDocuments(terms, total).values()];
  return scores.filter((score) => score >= most).length >= wanted;
}
