/** The pieces that stand for the beginning and the end of a text, and for what the vocabulary lacks. */
export interface SpecialPieces {
  readonly begin: number;
  readonly end: number;
  readonly unknown: number;
}

/** Marks a piece that goes on with a word. */
const WITHIN = '##';

/**
 * Cuts text into pieces of a vocabulary: words without case and accents, each cut into the longest pieces from its start
 * (WordPiece, as BERT uses it).
 */
export class WordPieces {
  readonly special: SpecialPieces;
  readonly #pieces: ReadonlyMap<string, number>;

  /** @param pieces index of each piece */
  constructor(pieces: ReadonlyMap<string, number>) {
    this.#pieces = pieces;
    const [begin = 0, end = 0, unknown = 0] = ['[CLS]', '[SEP]', '[UNK]'].map((piece) => pieces.get(piece));
    this.special = { begin, end, unknown };
  }

  /**
   * @param most number of pieces; the end of a longer text is left out
   * @returns the indices of the pieces, beginning and end included; none for a text without words
   */
  cut(text: string, most: number): number[] {
    const found = this.inside(text);
    if (found.length === 0) return [];
    return [this.special.begin, ...found.slice(0, most - 2), this.special.end];
  }

  /** @returns the indices of all pieces of a text, without beginning and end */
  inside(text: string): number[] {
    return wordsOf(text).flatMap((word) => this.#cutWord(word));
  }

  #cutWord(word: string): number[] {
    const found: number[] = [];
    for (let from = 0; from < word.length; ) {
      const piece = this.#longest(word, from);
      if (!piece) return [this.special.unknown];
      found.push(piece.index);
      from = piece.end;
    }
    return found;
  }

  #longest(word: string, from: number): { index: number; end: number } | undefined {
    for (let end = word.length; end > from; end -= 1) {
      const index = this.#pieces.get((from > 0 ? WITHIN : '') + word.slice(from, end));
      if (index !== undefined) return { index, end };
    }
    return undefined;
  }
}

/** Words, and single marks of punctuation. Chinese characters are words of their own. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{P}\p{S}\p{sc=Han}]|[^\s\p{P}\p{S}\p{sc=Han}\p{C}]+/gu) ?? [];
}
