/** One piece of the vocabulary and the logarithm of its probability, at the index that the model knows it by. */
export type Piece = readonly [text: string, score: number];

/** The first pieces stand for the unknown, the beginning and the end of a sentence, and extra tokens: no text. */
const RESERVED = 6;

/** Index of the piece that stands for what the vocabulary lacks. */
const UNKNOWN = 0;

/** An unknown character costs this much more than the rarest piece. */
const UNKNOWN_COST = 10;

/**
 * Cuts text into pieces of a vocabulary so that the product of their probabilities is the largest one: the unigram
 * model of SentencePiece (Kudo 2018, "Subword Regularization"), found by the Viterbi algorithm.
 * @returns the indices of the pieces; unknown characters beside each other are one
 */
export class SentencePieces {
  readonly #pieces = new Map<string, { readonly index: number; readonly score: number }>();
  readonly #longest: number;
  readonly #unknownScore: number;

  constructor(vocabulary: readonly Piece[]) {
    const texts = vocabulary.slice(RESERVED);
    for (const [at, [text, score]] of texts.entries())
      this.#pieces.set(text, { index: RESERVED + at, score });
    this.#longest = Math.max(...texts.map(([text]) => [...text].length));
    this.#unknownScore = Math.min(...texts.map(([, score]) => score)) - UNKNOWN_COST;
  }

  cut(text: string): number[] {
    // A space is written as a mark before each word.
    const characters = [...`▁${text.normalize('NFKC').trim().replace(/\s+/g, '▁')}`];
    const best = this.#bestEnds(characters);
    const found: number[] = [];
    for (let end = characters.length; end > 0; ) {
      const { from, index } = best[end] as Best;
      if (index !== UNKNOWN || found.at(-1) !== UNKNOWN) found.push(index);
      end = from;
    }
    return found.reverse();
  }

  /** For each end, the last piece of the most probable way there. */
  #bestEnds(characters: readonly string[]): Best[] {
    const best: Best[] = [{ from: 0, index: UNKNOWN, score: 0 }];
    for (let end = 1; end <= characters.length; end += 1) {
      const before = best[end - 1] as Best;
      let choice: Best = { from: end - 1, index: UNKNOWN, score: before.score + this.#unknownScore };
      let text = '';
      for (let from = end - 1; from >= Math.max(0, end - this.#longest); from -= 1) {
        text = characters[from] + text;
        const piece = this.#pieces.get(text);
        const score = (best[from] as Best).score + (piece?.score ?? Number.NEGATIVE_INFINITY);
        if (piece && score > choice.score) choice = { from, index: piece.index, score };
      }
      best.push(choice);
    }
    return best;
  }
}

interface Best {
  /** Where the last piece begins. */
  readonly from: number;
  readonly index: number;
  /** Logarithm of the probability up to here. */
  readonly score: number;
}
