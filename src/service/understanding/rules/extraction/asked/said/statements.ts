/**
 * What was said, made ready to be asked: passages come in; sentences (here), the typed values in them (values.ts,
 * numbers.ts) and what kind of field each suits (takes.ts) go out.
 */

import { isStopWord, type Token, tokens } from '../../../../../text/split-words.ts';
import type { Passage } from '../../types.ts';

/** One sentence of a passage: what a question is held against. */
export interface Statement {
  /** Its place among the statements of the file. */
  readonly index: number;
  readonly passage: Passage;
  /** Where it begins in its passage, in characters. */
  readonly from: number;
  readonly text: string;
  /** With positions in the statement's text. */
  readonly words: readonly Token[];
  readonly asks: boolean;
  /** Its meaning among the lines around it; undefined without an encoder that reads its language. */
  readonly vector?: Float32Array;
}

const ABBREVIATED = String.raw`(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|Ltd|Inc|Co|Corp|No|approx|vs|e\.g|i\.e|[A-Z])\.)`;
const BETWEEN = new RegExp(String.raw`(?<=[.!?…]["'”’)]?)${ABBREVIATED}\s+|[;\n]\s*`, 'u');
/** Speech that is heard has its question marks at times only. */
const ASKS =
  /\?["'”’)]?\s*$|^(?:(?:and|so|but|okay|ok|well|right|now),?\s+)*(?:what(?:'s|’s)?|who(?:'s|’s)?|whose|where|when|why|which|how (?:much|many|long|old|often|far|soon|big)|do you|does (?:he|she|it|that|this)|did (?:you|they|he|she)|have you|are you|is (?:it|there|that)|can (?:you|we|i)|could you|would you)\b[^.!]*$/iu;

/** The statements of some passages, in their order. */
export function statementsOf(passages: readonly Passage[]): Statement[] {
  const pieces = passages.flatMap((passage) =>
    piecesOf(passage.text).map((piece) => ({ passage, ...piece })),
  );
  return pieces.map(({ passage, text, from }, index) => ({
    index,
    passage,
    from,
    text,
    words: tokens(text),
    asks: ASKS.test(text),
  }));
}

function piecesOf(text: string): { text: string; from: number }[] {
  let at = 0;
  return text.split(BETWEEN).flatMap((piece) => {
    const from = text.indexOf(piece, at);
    at = from + piece.length;
    return piece.trim() ? [{ text: piece, from }] : [];
  });
}

/** Which statements have each stem, for how much a word says about where an answer stands. */
export interface Rarity {
  /** 0..1: 1 for a word of no or one statement, near 0 for a word of all. */
  of(stem: string): number;
}

export function rarityIn(statements: readonly Statement[]): Rarity {
  const counts = new Map<string, number>();
  for (const { words } of statements)
    for (const stem of new Set(words.map((word) => word.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const most = Math.log(statements.length + 1);
  return {
    of: (stem) => {
      const count = counts.get(stem) ?? 0;
      return count <= 1 || most === 0 ? 1 : Math.max(0.05, Math.log((statements.length + 1) / count) / most);
    },
  };
}

/** Words that say something, in lower case. */
export function contentOf(text: string): Token[] {
  return tokens(text).filter(({ word }) => !isStopWord(word));
}
