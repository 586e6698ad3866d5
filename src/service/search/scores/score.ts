/**
 * Scores, 0 to 1: by words as BM25 with the share of the query that was found (score.ts), and with the cosine of the
 * nearest passage the likelihood that a document answers (likelihood.ts).
 */

/** Results below this are weak: they match less than about two fifths of the query. */
export const WEAK_SCORE = 0.4;

/**
 * The part of a term's weight that a document gets, by how it has the term: not at all, a part of a compound, inside
 * another word, the word itself.
 */
export const LEVEL_SHARES = [0, 0.5, 0.8, 1] as const;

/**
 * Score of a document, from 0 (exclusive) to 1.
 * @param coverage the share of the query's information in the document: the inverse document frequencies of the terms
 *   found over those of all terms. So scores are comparable between searches, and BM25 orders documents with the same terms
 * @param bm25 its BM25 over the best one's
 */
export function scoreOf(coverage: number, bm25: number): number {
  return coverage * (0.7 + 0.3 * bm25);
}

/** ln(1 + (N - n + 0.5) / (n + 0.5)), as in BM25 (Robertson and Zaragoza, 2009). Above 0 even for a term that every document has. */
export function inverseFrequency(count: number, total: number): number {
  const others = Math.max(0, total - count);
  return Math.log(1 + (others + 0.5) / (count + 0.5));
}

/** Scores have four decimals and stay within 0..1. */
export function roundScore(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
}
