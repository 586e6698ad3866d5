import { analyse, termsOf } from '../text/analyse/index.ts';

/** Something that can be found in a text, and where it stands. */
export interface Mark {
  readonly terms: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** What the index knows of a text: its words, and pairs of letters where words are not set apart. */
export interface Marks {
  readonly words: readonly Mark[];
  readonly pairs: readonly Mark[];
  /** Every term of these. */
  readonly terms: ReadonlySet<string>;
}

/** Terms of the index that stand side by side. A last one that ends in `*` is a beginning. */
export type Phrase = readonly string[];

export const NO_MARKS: Marks = { words: [], pairs: [], terms: new Set() };

/** The marks of a text in a language, by the analyser that made the index. */
export function marksOf(text: string, language = 'en'): Marks {
  const analysis = analyse(text, language);
  const words = analysis.words.map((word) => ({ terms: termsOf(word), from: word.from, to: word.to }));
  const pairs = analysis.pairs.map(({ term, from, to }) => ({ terms: [term], from, to }));
  return { words, pairs, terms: new Set([...words, ...pairs].flatMap(({ terms }) => terms)) };
}

/** The marks of two texts, one behind the other. */
export function joined(one: Marks, other: Marks): Marks {
  return {
    words: [...one.words, ...other.words],
    pairs: [...one.pairs, ...other.pairs],
    terms: new Set([...one.terms, ...other.terms]),
  };
}

/** Whether one of the phrases is there. */
export function has(marks: Marks, phrases: readonly Phrase[]): boolean {
  return phrases.some(
    (phrase) =>
      phrase.every((one) => isAmong(marks.terms, one)) &&
      (phrase.length === 1 || inARow(marks.words, phrase) || inARow(marks.pairs, phrase)),
  );
}

/** Whether any term of the phrases is there. */
export function hasAny({ terms }: Marks, phrases: readonly Phrase[]): boolean {
  return phrases.some((phrase) => phrase.some((one) => isAmong(terms, one)));
}

/** Whether a term is the one that is wanted, or begins like it. */
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
