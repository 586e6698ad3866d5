import type { DocumentTable } from '../../store/postings/document-table.ts';
import type { Reach } from '../../store/reach.ts';
import { inverseFrequency, LEVEL_SHARES, scoreOf } from '../score.ts';
import { Best } from './best.ts';
import { PageScorer } from './page-scorer.ts';
import type { RankedTerm } from './ranked-term.ts';

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
export function rank({ terms, table, reach, weights, most }: RankRequest): Ranking {
  const groups = new Map<number, Best>();
  const scorer = new PageScorer(terms, weights, { table, reach });
  for (const page of table.pages.keys())
    scorer.score(page, (docid, levels, bm25) => {
      const group = groups.get(levels) ?? new Best(most);
      if (group.count === 0) groups.set(levels, group);
      group.add(docid, bm25);
    });
  const counts = terms.map((_, at) => countOf([...groups].filter(([levels]) => levelOf(levels, at) > 0)));
  const required = terms.flatMap((term, at) => (term.required ? [at] : []));
  const kept = [...groups].filter(([levels]) => required.every((at) => levelOf(levels, at) > 0));
  const shares = sharesOf(counts, reach.documents);
  const highest = kept.reduce((high, [, group]) => Math.max(high, group.highest), Number.MIN_VALUE);
  const documents = kept.flatMap(([levels, group]) => {
    const coverage = coverageOf(levels, shares);
    return group.list().map(({ docid, bm25 }) => ({ docid, score: scoreOf(coverage, bm25 / highest) }));
  });
  documents.sort((one, other) => other.score - one.score || one.docid - other.docid);
  return { documents: documents.slice(0, most), count: countOf(kept), counts };
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
