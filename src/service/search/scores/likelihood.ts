import { weights } from './likelihood-weights.ts';

/** What tells how likely a document answers a query. */
export interface Evidence {
  /** 0..1: share of the query's information in its words, see score.ts. */
  readonly words: number;
  /** -1..1: cosine of its nearest passage. */
  readonly cosine: number;
  /** -1..1: the cosine of what is said, shown or seen just before it (vectors/nearest.ts). */
  readonly before: number;
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
 * Beyond this a nearer passage says only so much more: what is about the same thing is near, whether or not it answers. Of 36
 * questions of other people that nothing answers, nine have a nearer passage.
 */
const NEAR = 0.55;
const BEYOND = 0.15;

/**
 * The numbers that are weighed, in the order of `weights.features`.
 * @param mostWords the most words that a document of this search has
 */
export function featuresOf({ words, cosine, before }: Evidence, mostWords: number): readonly number[] {
  const near = Math.min(cosine, NEAR + BEYOND * (cosine - NEAR));
  return [words * words, near, mostWords, before, before * cosine];
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

/** What each way of looking says of a document. */
export interface Signals {
  /** 0 to 1: its score by words, see score.ts; 0 if no word of the query is in it. */
  readonly words: number;
  /** Its nearest passage, if meaning is compared. */
  readonly near?: Omit<Evidence, 'words'> | undefined;
  /** 0 to 1: weight of the search that found it by meaning; left out, 1. Scores by words have theirs already. */
  readonly weight?: number | undefined;
  /** What its best frame counts for, 0 to 1. */
  readonly frame?: { readonly score: number } | undefined;
  /** How well its tag matches, 0 to 1. */
  readonly tagged?: number | undefined;
}

/**
 * The one score of a document, 0 to 1. Where meaning is compared it is how likely the text is right; else the share of
 * the query in its words. A frame or a tag counts where it says more.
 * @param mostWords the most words that a document of this search has
 */
export function fuse(signals: Signals, mostWords: number): number {
  return Math.max(textScore(signals, mostWords), signals.frame?.score ?? 0, signals.tagged ?? 0);
}

/** Whether a document's frame says more than its text. */
export function frameLeads(signals: Signals, mostWords: number): boolean {
  return (signals.frame?.score ?? 0) > textScore(signals, mostWords);
}

function textScore({ words, near, weight = 1 }: Signals, mostWords: number): number {
  if (!near) return words;
  return likelihood({ words, cosine: near.cosine, before: near.before }, mostWords) * weight;
}
