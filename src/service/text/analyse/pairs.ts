import type { Cut } from './cut.ts';
import { fold, written } from './fold.ts';
import { pairTerm } from './terms.ts';

/** A pair of neighbouring letters, and where it stands (character offsets). */
export interface Pair {
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** A letter with the marks that belong to it. */
const LETTER = /[^\p{M}]\p{M}*/gu;

/**
 * Overlapping pairs of a run of letters without spaces; the last letter stands alone, so that each begins one. Where
 * folding changed the length of a run, each pair stands for the whole of it.
 */
export function pairsOf(run: Cut): Pair[] {
  const text = fold(written(run.text));
  const letters = Array.from(text.matchAll(LETTER));
  const placed = text.length === run.text.length;
  return letters.map((letter, at) => {
    const next = letters[at + 1]?.[0] ?? '';
    const from = run.from + letter.index;
    const place = placed
      ? { from, to: from + letter[0].length + next.length }
      : { from: run.from, to: run.to };
    return { term: pairTerm(letter[0] + next), ...place };
  });
}

/** The pairs that a query looks for in a row: the last letter alone only where it is all there is. */
export function pairsWanted(text: string): string[] {
  const pairs = pairsOf({ text, from: 0, to: text.length }).map(({ term }) => term);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}
