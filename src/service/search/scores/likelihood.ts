import { weights } from './likelihood-weights.ts';

/** What tells how likely a document answers a query. */
export interface Evidence {
  /** 0..1: share of the query's information in its words, see score.ts. */
  readonly words: number;
  /** -1..1: cosine of its nearest passage. */
  readonly cosine: number;
}

/** The encoder that the weights were fitted with, the packaged one: the cosines of others have another scale. */
const FITTED_WITH = 'all-minilm-l6-v2+recordings-1';

/** Whether the weights fit the cosines of an encoder's vectors. */
export function isFittedWith(model: string): boolean {
  return model === FITTED_WITH;
}

/** Documents below this are left out unless a search asks for them: most answer nothing, and few right ones are lost. */
export const LEAST_LIKELY = weights.least;

/**
 * The numbers that are weighed, in the order of `weights.features`.
 * @param mostWords the most words that a document of this search has
 */
export function featuresOf({ words, cosine }: Evidence, mostWords: number): readonly number[] {
  return [words * words, cosine, mostWords];
}

/**
 * How likely a document is right, 0..1: 0.5 means as likely right as not. Logistic regression; see likelihood-weights.ts.
 * @param mostWords the most words that a document of this search has
 */
export function likelihood(evidence: Evidence, mostWords: number): number {
  const features = featuresOf(evidence, mostWords);
  let sum: number = weights.bias;
  for (let at = 0; at < features.length; at += 1) sum += (features[at] ?? 0) * (weights.features[at] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
