import type { ChapterStrategy } from './types.ts';

/**
 * The weight of each kind of evidence. A change of subject dips by 0.2 to 0.6; the other weights decide between places
 * where speech alone cannot. The media's own chapters outweigh everything.
 */
export interface Weights {
  readonly speech: number;
  readonly pause: number;
  readonly speaker: number;
  /** A cut, and the depth of the colour dip there. */
  readonly cut: number;
  readonly colours: number;
  readonly text: number;
  readonly mark: number;
  readonly prompt: number;
  /** Who speaks says that another part begins: `Second, the lost keys`. */
  readonly turn: number;
  /** Taken from where a question stands before its answer: it belongs to it. */
  readonly answer: number;
  /** Another heading on the screen. */
  readonly heading: number;
  /** A block's share of all content words, and its bounds in words: smaller blocks find smaller subjects. */
  readonly block: { readonly share: number; readonly least: number; readonly most: number };
  /** Changes below this start no chapter, unless more are requested. */
  readonly least: number;
  /** Required distance from the mean of all candidates, in standard deviations. */
  readonly above: number;
  /** Number of chapters that is enough if no number is requested. */
  readonly enough: number;
}

const SPOKEN = {
  speech: 1,
  pause: 0.1,
  speaker: 0,
  cut: 0,
  colours: 0,
  text: 0,
  mark: 0,
  prompt: 0.5,
  turn: 0.6,
  answer: 0.3,
  heading: 0,
};
const SEEN = { ...SPOKEN, speaker: 0.1, cut: 0.1, colours: 0.2, mark: 2, heading: 0.6 };

/** The paper's blocks have 200 words, about half of them content words. */
const LARGE = { share: 1 / 9, least: 32, most: 100 };
const SMALL = { share: 1 / 18, least: 20, most: 50 };

const WEIGHTS: { readonly [Strategy in ChapterStrategy]: Weights } = {
  transcript: { ...SPOKEN, block: LARGE, least: 0.2, above: 1, enough: 40 },
  balanced: { ...SEEN, block: LARGE, least: 0.2, above: 1, enough: 40 },
  comprehensive: {
    ...{ ...SEEN, pause: 0.15, cut: 0.15, colours: 0.3, text: 0.2 },
    block: SMALL,
    least: 0.15,
    above: 0.25,
    enough: 80,
  },
};

/** @param spoken whether there is speech: if not, the picture must decide alone */
export function weightsFor(strategy: ChapterStrategy, spoken: boolean): Weights {
  const weights = WEIGHTS[strategy];
  return spoken ? weights : { ...weights, colours: weights.colours * 4 };
}
