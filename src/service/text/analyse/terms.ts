/**
 * Terms as the index holds them. The first character says what a term is: `:de.haus` the stem of a word in a language,
 * `=häuser` a word exactly as it was written, `~会议` a pair of neighbours; a folded form begins with its own letter.
 */
export const stemTerm = (language: string, stem: string): string => `:${language}.${stem}`;
export const exactTerm = (word: string): string => `=${word}`;
export const pairTerm = (pair: string): string => `~${pair}`;

/** The characters that begin or part a term besides letters and digits. */
export const TERM_MARKS = ':.=~';

/** Where the stem of a stem's term begins; the whole term for others. */
export function wordOfTerm(term: string): string {
  return term.startsWith(':') ? term.slice(term.indexOf('.') + 1) : term;
}
