/**
 * Terms of the index. The first character is their kind: `:de.haus` is a stem with its language, `=häuser` an exact
 * word, `~会议` a pair of letters; a folded word has no prefix.
 */
export const stemTerm = (language: string, stem: string): string => `:${language}.${stem}`;
export const exactTerm = (word: string): string => `=${word}`;
export const pairTerm = (pair: string): string => `~${pair}`;

/** The characters of terms besides letters and digits. The tokenizer in migration 18 keeps the same ones. */
export const TERM_MARKS = ':.=~';

/** The stem in a stem's term; other terms as they are. */
export function wordOfTerm(term: string): string {
  return term.startsWith(':') ? term.slice(term.indexOf('.') + 1) : term;
}
