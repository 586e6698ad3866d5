import { likelihood } from './likelihood.ts';

/** What each way of looking says of a document. */
export interface Signals {
  /** 0 to 1: its score by words, see score.ts; 0 if no word of the query is in it. */
  readonly words: number;
  /** The cosine of its nearest passage, -1 to 1, if meaning is compared. */
  readonly near?: { readonly cosine: number } | undefined;
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
  return near ? likelihood({ words, cosine: near.cosine }, mostWords) * weight : words;
}
