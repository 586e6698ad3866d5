/**
 * Ranks documents by the words of a query. Terms come in; the postings of each are read, and the documents with the
 * best scores go out, with the number of all that match.
 */

import type { DocumentTable } from '../../../store/words/postings/document-table.ts';
import type { Reach } from '../../../store/words/reach.ts';
import { inverseFrequency, LEVEL_SHARES, scoreOf } from '../../scores/score.ts';
import type { RankedTerm } from '../term-phrases.ts';
import { MOST_PASSED, PageScorer, Passed, type Take, type TermSet } from './page-scorer.ts';

/** A document and its score. */
interface Ranked {
  readonly docid: number;
  readonly score: number;
}

/** Keeps the best of many documents; equal ones in the order in which they came. Counts all. */
export class Best {
  readonly #most: number;
  #docids = new Float64Array(32);
  #scores = new Float64Array(32);
  #kept = 0;
  #least = Number.NEGATIVE_INFINITY;
  #count = 0;
  #highest = 0;

  /** @param most number of documents to keep, at least 1 */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of documents added. */
  get count(): number {
    return this.#count;
  }

  /** The highest score of all. */
  get highest(): number {
    return this.#highest;
  }

  /** Documents with this score or less are not kept any more. */
  get least(): number {
    return this.#least;
  }

  add(docid: number, score: number): void {
    this.#count += 1;
    if (score > this.#highest) this.#highest = score;
    if (score <= this.#least) return;
    if (this.#kept === this.#scores.length) this.#makeRoom();
    this.#docids[this.#kept] = docid;
    this.#scores[this.#kept] = score;
    this.#kept += 1;
  }

  /** Counts documents whose score is not above `least`. */
  pass(count: number): void {
    this.#count += count;
  }

  /** Calls `take` for each of the best documents, and for some others, in the order in which they came. */
  each(take: (docid: number, score: number) => void): void {
    for (let at = 0; at < this.#kept; at += 1) take(this.#docids[at] ?? 0, this.#scores[at] ?? 0);
  }

  /** The best documents, best first; equal ones in the order of docid. */
  list(): readonly Ranked[] {
    if (this.#kept > this.#most) this.#cut();
    const all: Ranked[] = [];
    this.each((docid, score) => {
      all.push({ docid, score });
    });
    return all.sort((one, other) => other.score - one.score || one.docid - other.docid);
  }

  #makeRoom(): void {
    if (this.#kept >= 2 * this.#most) this.#cut();
    else {
      const size = Math.min(2 * this.#scores.length, Math.max(this.#scores.length + 1, 2 * this.#most));
      this.#docids = grown(this.#docids, size);
      this.#scores = grown(this.#scores, size);
    }
  }

  /** Drops all but the best. */
  #cut(): void {
    const sorted = this.#scores.slice(0, this.#kept).sort();
    this.#least = sorted[this.#kept - this.#most] ?? this.#least;
    let equal = 0;
    for (let at = this.#kept - this.#most; at < this.#kept && sorted[at] === this.#least; at += 1) equal += 1;
    let kept = 0;
    for (let at = 0; at < this.#kept; at += 1) {
      const score = this.#scores[at] ?? 0;
      if (score < this.#least || (score === this.#least && equal-- <= 0)) continue;
      this.#docids[kept] = this.#docids[at] ?? 0;
      this.#scores[kept] = score;
      kept += 1;
    }
    this.#kept = kept;
  }
}

function grown(numbers: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size);
  larger.set(numbers);
  return larger;
}

/** Bits of the number of combinations of terms to keep at hand. */
const RECENT_BITS = 10;

/** What to rank. */
export interface RankRequest {
  /** The terms of all queries, each once: at most MOST_TERMS. */
  readonly terms: readonly RankedTerm[];
  /** The terms of each query. */
  readonly queries: readonly TermSet[];
  readonly table: DocumentTable;
  /** The documents to search. */
  readonly reach: Reach;
  /** The weight of each column, by number; 0: not searched. */
  readonly weights: readonly number[];
  /** Number of best documents wanted for each query. */
  readonly most: number;
  /** Called between pages of documents, so that other requests get a turn after some 10 ms. */
  readonly yieldTurn: () => Promise<void>;
}

/** Terms that can be ranked at once: the levels of a document are 32 bits. */
export const MOST_TERMS = 16;

/** The ranking of all documents that match. */
export interface Ranking {
  /** The best, best first; equal ones in the order of docid. */
  readonly documents: readonly Ranked[];
  /** Number of documents that match. */
  readonly count: number;
  /** Number of documents with each term of the query, required or not. */
  readonly counts: readonly number[];
}

/** The documents of a query, by the combination of its terms that they have. */
interface Groups {
  readonly terms: TermSet;
  readonly byLevels: Map<number, Best>;
  /** Neighbouring documents rarely have the same terms, and the map alone would take a third of the time. */
  readonly recent: { readonly levels: number; readonly group: Best }[];
}

/**
 * Scores every document that has a term, see score.ts, and returns the best of each query. Documents with the same terms
 * differ in their BM25 alone, so it keeps the best of each combination of terms, and their shares of the query can be
 * worked out at the end, when the number of documents with each term is known.
 */
export async function rank(request: RankRequest): Promise<Ranking[]> {
  const all = await scoreAll(request);
  return all.map((groups) => rankingOf(groups, request));
}

function rankingOf({ terms, byLevels }: Groups, { terms: all, reach, most }: RankRequest): Ranking {
  const groups = [...byLevels];
  const counts = terms.map((term) => countOf(groups.filter(([levels]) => levelOf(levels, term) > 0)));
  const required = terms.filter((term) => all[term]?.required);
  const kept = groups.filter(([levels]) => required.every((term) => levelOf(levels, term) > 0));
  const shares = sharesOf(counts, reach.documents);
  const highest = kept.reduce((high, [, group]) => Math.max(high, group.highest), Number.MIN_VALUE);
  const best = new Best(most);
  const covered = kept.map(([levels, group]) => ({ group, coverage: coverageOf(levels, terms, shares) }));
  const boundOf = (one: { group: Best; coverage: number }) =>
    scoreOf(one.coverage, one.group.highest / highest);
  for (const one of covered.sort((left, right) => boundOf(right) - boundOf(left)))
    if (boundOf(one) > best.least)
      one.group.each((docid, bm25) => best.add(docid, scoreOf(one.coverage, bm25 / highest)));
  return { documents: best.list(), count: countOf(kept), counts };
}

/** Whether any document in reach has a term. @param weights of each column, by number; 0: not searched */
export function isFound(
  term: RankedTerm,
  weights: readonly number[],
  where: { readonly table: DocumentTable; readonly reach: Reach },
): boolean {
  const scorer = new PageScorer([term], [[0]], weights, where);
  return scorer.pages.some((page) => scorer.matches(page));
}

/** The best documents of each query and combination of its terms. */
async function scoreAll(request: RankRequest): Promise<Groups[]> {
  const { terms, queries, table, reach, weights, most, yieldTurn } = request;
  const all = queries.map((query): Groups => ({ terms: query, byLevels: new Map(), recent: [] }));
  const scorer = new PageScorer(terms, queries, weights, { table, reach });
  const passed = terms.length <= MOST_PASSED ? all.map(() => new Passed(terms.length)) : [];
  const take: Take = (docid, query, levels, bm25) => {
    const groups = all[query];
    if (!groups) return;
    const group = groupOf(groups, levels, most);
    group.add(docid, bm25);
    const own = passed[query];
    if (own) own.least[levels] = group.least;
  };
  for (const page of scorer.pages) {
    scorer.score(page, take, passed);
    await yieldTurn();
  }
  for (const [query, { byLevels }] of all.entries())
    for (const [levels, group] of byLevels) group.pass(passed[query]?.counts[levels] ?? 0);
  return all;
}

function groupOf({ byLevels, recent }: Groups, levels: number, most: number): Best {
  const slot =
    (levels ^ (levels >>> RECENT_BITS) ^ (levels >>> (2 * RECENT_BITS))) & ((1 << RECENT_BITS) - 1);
  const known = recent[slot];
  if (known?.levels === levels) return known.group;
  const group = byLevels.get(levels) ?? new Best(most);
  byLevels.set(levels, group);
  recent[slot] = { levels, group };
  return group;
}

function countOf(groups: readonly (readonly [number, Best])[]): number {
  return groups.reduce((sum, [, { count }]) => sum + count, 0);
}

/** Each term's share of the query's information. */
function sharesOf(counts: readonly number[], total: number): number[] {
  const weights = counts.map((count) => inverseFrequency(count, total));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

function coverageOf(levels: number, terms: TermSet, shares: readonly number[]): number {
  return terms.reduce(
    (sum, term, at) => sum + (shares[at] ?? 0) * (LEVEL_SHARES[levelOf(levels, term)] ?? 0),
    0,
  );
}

/** The level of a term in a document's levels: two bits for each term. */
function levelOf(levels: number, term: number): number {
  return (levels >>> (2 * term)) & 3;
}
