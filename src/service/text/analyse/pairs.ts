import type { Cut } from './cut.ts';
import { fold, written } from './fold.ts';
import { pairTerm } from './terms.ts';

/** A pair of neighbouring letters with its character offsets in the text. */
export interface Pair {
  readonly term: string;
  readonly from: number;
  readonly to: number;
}

/** A letter with the marks that belong to it. */
const LETTER = /[^\p{M}]\p{M}*/gu;

/**
 * The overlapping pairs of a run, and its last letter alone, so that a prefix search finds every letter. If folding
 * changed the length of the run, each pair has the offsets of the whole run.
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

/** The pairs to search for in a row. A single letter is returned alone. */
export function pairsWanted(text: string): string[] {
  const pairs = pairsOf({ text, from: 0, to: text.length }).map(({ term }) => term);
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}
