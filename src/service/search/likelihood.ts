import { weights } from './likelihood-weights.ts';

/** What tells how likely a document answers a query. */
export interface Evidence {
  /** 0..1: share of the query's information in its words, see score.ts. */
  readonly words: number;
  /** -1..1: cosine of its nearest passage. */
  readonly cosine: number;
}

/** What all documents of a search have in common. */
export interface Background {
  /** Mean cosine of the ten nearest passages: high for a query that is near to everything. */
  readonly near: number;
  /** The most words that a document has. */
  readonly words: number;
}

/** Documents below this are left out unless a search asks for them: most answer nothing, and few right ones are lost. */
export const LEAST_LIKELY = weights.least;

/**
 * How likely a document is right, 0..1: 0.5 means as likely right as not. Logistic regression; see likelihood-weights.ts.
 */
export function likelihood({ words, cosine }: Evidence, background: Background): number {
  const sum =
    weights.bias +
    weights.words * words * words +
    weights.cosine * cosine +
    weights.near * background.near +
    weights.mostWords * background.words;
  return 1 / (1 + Math.exp(-sum));
}
