/** A hit of one term in a document. */
export interface TermHit {
  /** BM25; higher is better. */
  bm25: number;
  /** 0 (exclusive) to 1: weight of the match; a match inside another word has less than the word itself. */
  share: number;
}

/** The hits of one term by document number. */
export type TermHits = ReadonlyMap<number, TermHit>;

/** A term's hits, and whether results must have it. */
export interface ScoredTerm {
  hits: TermHits;
  /** Number of documents with the term; more than its hits if it is common. */
  count: number;
  required: boolean;
}

/** Results below this are weak: they match less than about two fifths of the query. */
export const WEAK_SCORE = 0.4;

/**
 * Scores documents by what each term of a query found among `total` documents.
 * score = coverage * (0.7 + 0.3 * bm25 / best bm25), from 0 (exclusive) to 1. Coverage is the share of the query's
 * information in the document: the inverse document frequencies of the terms found over those of all terms, ln(1 + (N -
 * n + 0.5) / (n + 0.5)) as in BM25 (Robertson and Zaragoza, 2009). So scores are comparable between searches, and BM25
 * orders documents with the same terms. Documents without a required term are left out. Returns scores by document
 * number, in no order.
 */
export function scoreDocuments(terms: readonly ScoredTerm[], total: number): Map<number, number> {
  const weights = terms.map(({ count }) => inverseFrequency(count, total));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const found = new Map<number, { coverage: number; bm25: number }>();
  for (const [index, { hits }] of terms.entries()) {
    for (const [document, { bm25, share }] of hits) {
      const entry = found.get(document) ?? { coverage: 0, bm25: 0 };
      entry.coverage += (share * (weights[index] ?? 0)) / all;
      entry.bm25 += share * bm25;
      found.set(document, entry);
    }
  }
  const required = terms.filter((term) => term.required);
  const kept = [...found].filter(([document]) => required.every(({ hits }) => hits.has(document)));
  const best = kept.reduce((most, [, { bm25 }]) => Math.max(most, bm25), Number.MIN_VALUE);
  return new Map(
    kept.map(([document, { coverage, bm25 }]) => [document, coverage * (0.7 + (0.3 * bm25) / best)]),
  );
}

/** Always above 0, even for a term that every document has. */
export function inverseFrequency(count: number, total: number): number {
  const others = Math.max(0, total - count);
  return Math.log(1 + (others + 0.5) / (count + 0.5));
}

/** Scores have four decimals and stay within 0..1. */
export function roundScore(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
}
