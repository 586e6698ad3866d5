import type { DocumentTable } from '../../store/postings/document-table.ts';
import type { Reach } from '../../store/reach.ts';
import { inverseFrequency, LEVEL_SHARES, scoreOf } from '../score.ts';
import { Best } from './best.ts';
import { PageScorer } from './page-scorer.ts';
import type { RankedTerm } from './ranked-term.ts';

/** Combinations of terms to keep at hand. */
const RECENT = 1_024;

/** What to rank. */
export interface RankRequest {
  readonly terms: readonly RankedTerm[];
  readonly table: DocumentTable;
  /** The documents to search. */
  readonly reach: Reach;
  /** The weight of each column, by number; 0: not searched. */
  readonly weights: readonly number[];
  /** Number of best documents wanted. */
  readonly most: number;
  /** Called between pages of documents, so that other requests get a turn after some 10 ms. */
  readonly yieldTurn: () => Promise<void>;
}

/** The ranking of all documents that match. */
export interface Ranking {
  /** The best, best first; equal ones in the order of docid. */
  readonly documents: readonly { readonly docid: number; readonly score: number }[];
  /** Number of documents that match. */
  readonly count: number;
  /** Number of documents with each term, required or not. */
  readonly counts: readonly number[];
}

/**
 * Scores every document that has a term, see score.ts, and returns the best. Documents with the same terms differ in their
 * BM25 alone, so it keeps the best of each combination of terms, and their shares of the query can be worked out at the
 * end, when the number of documents with each term is known.
 */
export async function rank({ terms, reach, most, ...request }: RankRequest): Promise<Ranking> {
  const groups = await scoreAll({ terms, reach, most, ...request });
  const counts = terms.map((_, at) => countOf([...groups].filter(([levels]) => levelOf(levels, at) > 0)));
  const required = terms.flatMap((term, at) => (term.required ? [at] : []));
  const kept = [...groups].filter(([levels]) => required.every((at) => levelOf(levels, at) > 0));
  const shares = sharesOf(counts, reach.documents);
  const highest = kept.reduce((high, [, group]) => Math.max(high, group.highest), Number.MIN_VALUE);
  const best = new Best(most);
  const covered = kept.map(([levels, group]) => ({ group, coverage: coverageOf(levels, shares) }));
  const boundOf = (one: { group: Best; coverage: number }) =>
    scoreOf(one.coverage, one.group.highest / highest);
  for (const one of covered.sort((left, right) => boundOf(right) - boundOf(left)))
    if (boundOf(one) > best.least)
      one.group.each((docid, bm25) => best.add(docid, scoreOf(one.coverage, bm25 / highest)));
  const documents = best.list().map(({ docid, bm25: score }) => ({ docid, score }));
  documents.sort((one, other) => other.score - one.score || one.docid - other.docid);
  return { documents, count: countOf(kept), counts };
}

/** Whether any document in reach has a term. @param weights of each column, by number; 0: not searched */
export function isFound(
  term: RankedTerm,
  weights: readonly number[],
  where: { readonly table: DocumentTable; readonly reach: Reach },
): boolean {
  const scorer = new PageScorer([term], weights, where);
  let found = 0;
  return scorer.pages.some((page) => {
    scorer.score(page, () => {
      found += 1;
    });
    return found > 0;
  });
}

/** The best documents of each combination of terms, by their levels. */
async function scoreAll(request: RankRequest): Promise<Map<number, Best>> {
  const { terms, table, reach, weights, most, yieldTurn } = request;
  const groups = new Map<number, Best>();
  // Neighbouring documents rarely have the same terms, and the map alone would take a third of the time.
  const recent: { levels: number; group: Best }[] = [];
  const groupOf = (levels: number) => {
    const group = groups.get(levels) ?? new Best(most);
    groups.set(levels, group);
    recent[levels % RECENT] = { levels, group };
    return group;
  };
  const scorer = new PageScorer(terms, weights, { table, reach });
  for (const page of scorer.pages) {
    scorer.score(page, (docid, levels, bm25) => {
      const known = recent[levels % RECENT];
      (known?.levels === levels ? known.group : groupOf(levels)).add(docid, bm25);
    });
    await yieldTurn();
  }
  return groups;
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

function coverageOf(levels: number, shares: readonly number[]): number {
  return shares.reduce((sum, share, at) => sum + share * (LEVEL_SHARES[levelOf(levels, at)] ?? 0), 0);
}

/** The level of a term in a document's levels: two bits for each term. */
function levelOf(levels: number, term: number): number {
  return (levels >>> (2 * term)) & 3;
}
