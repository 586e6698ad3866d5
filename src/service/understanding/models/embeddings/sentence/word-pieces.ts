/** The pieces that stand for the beginning and the end of a text, and for what the vocabulary lacks. */
export interface SpecialPieces {
  readonly begin: number;
  readonly end: number;
  readonly unknown: number;
}

/** Marks a piece that goes on with a word. */
const WITHIN = '##';
/** A longer word is unknown, as in BERT's own tokenizer (max_input_chars_per_word). */
const LONGEST_WORD = 100;

/**
 * Cuts text into pieces of a vocabulary: words without case and accents, each cut into the longest pieces from its start
 * (WordPiece, as BERT uses it).
 */
export class WordPieces {
  readonly special: SpecialPieces;
  readonly #pieces: ReadonlyMap<string, number>;
  /** Letters of the longest piece: no longer one is looked for. */
  readonly #longestPiece: number;

  /** @param pieces index of each piece */
  constructor(pieces: ReadonlyMap<string, number>) {
    this.#pieces = pieces;
    this.#longestPiece = [...pieces.keys()].reduce((most, { length }) => Math.max(most, length), 0);
    const [begin = 0, end = 0, unknown = 0] = ['[CLS]', '[SEP]', '[UNK]'].map((piece) => pieces.get(piece));
    this.special = { begin, end, unknown };
  }

  /**
   * @param most number of pieces; the end of a longer text is left out
   * @returns the indices of the pieces, beginning and end included; none for a text without words
   */
  cut(text: string, most: number): number[] {
    const found = this.inside(text, most - 2);
    return found.length === 0 ? [] : [this.special.begin, ...found, this.special.end];
  }

  /**
   * @param most number of pieces; the end of a longer text is left out
   * @returns the indices of the pieces of a text, without beginning and end
   */
  inside(text: string, most = Number.POSITIVE_INFINITY): number[] {
    const found: number[] = [];
    for (const word of wordsOf(text)) {
      if (found.length >= most) break;
      found.push(...this.#cutWord(word));
    }
    return found.slice(0, most);
  }

  #cutWord(word: string): number[] {
    if (word.length > LONGEST_WORD) return [this.special.unknown];
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
    for (let end = Math.min(word.length, from + this.#longestPiece); end > from; end -= 1) {
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
