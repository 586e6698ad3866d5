import { analyse, termsOf } from '../../text/analyse/index.ts';

/** A word or pair of a text: its terms and character offsets. */
export interface Mark {
  readonly terms: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** The words and pairs of a text. */
export interface Marks {
  readonly words: readonly Mark[];
  readonly pairs: readonly Mark[];
  /** The terms of all of them. */
  readonly terms: ReadonlySet<string>;
}

/** A sequence of index terms. A final `*` marks a prefix. */
export type Phrase = readonly string[];

export const NO_MARKS: Marks = { words: [], pairs: [], terms: new Set() };

/** Analyses a text the way the index does. */
export function marksOf(text: string, language = 'en'): Marks {
  const analysis = analyse(text, language);
  const words = analysis.words.map((word) => ({ terms: termsOf(word), from: word.from, to: word.to }));
  const pairs = analysis.pairs.map(({ term, from, to }) => ({ terms: [term], from, to }));
  return { words, pairs, terms: new Set([...words, ...pairs].flatMap(({ terms }) => terms)) };
}

/** The marks of two consecutive texts. */
export function joined(one: Marks, other: Marks): Marks {
  return {
    words: [...one.words, ...other.words],
    pairs: [...one.pairs, ...other.pairs],
    terms: new Set([...one.terms, ...other.terms]),
  };
}

/** Whether one of the phrases matches. */
export function has(marks: Marks, phrases: readonly Phrase[]): boolean {
  return phrases.some(
    (phrase) =>
      phrase.every((one) => isAmong(marks.terms, one)) &&
      (phrase.length === 1 || inARow(marks.words, phrase) || inARow(marks.pairs, phrase)),
  );
}

/** Whether any term of the phrases matches. */
export function hasAny({ terms }: Marks, phrases: readonly Phrase[]): boolean {
  return phrases.some((phrase) => phrase.some((one) => isAmong(terms, one)));
}

/** Whether a term equals the wanted one, or starts with it if that is a prefix. */
export function isOf(term: string, wanted: string): boolean {
  return wanted.endsWith('*') ? term.startsWith(wanted.slice(0, -1)) : term === wanted;
}

function isAmong(terms: ReadonlySet<string>, wanted: string): boolean {
  return wanted.endsWith('*') ? [...terms].some((term) => isOf(term, wanted)) : terms.has(wanted);
}

function inARow(marks: readonly Mark[], phrase: Phrase): boolean {
  return marks.some((_, at) =>
    phrase.every((wanted, offset) => marks[at + offset]?.terms.some((term) => isOf(term, wanted))),
  );
}
