import { parseQuery, type Term } from '../../search/query.ts';
import { analyse } from '../../text/analyse/index.ts';

/** The texts of a moment. */
export interface MomentText {
  /** Its title, reason, quotes and fields. */
  readonly own: string;
  /** The name and instructions of its criterion. */
  readonly criterion: string;
}

/** A word that only the criterion has says less about the moment: all moments of the criterion have it. */
const OF_CRITERION = 0.6;

/**
 * A function that scores moments by the words of a query: the share of the query's information that a moment has, 0 to 1.
 * Rare words carry more of it. 0 without a phrase that the query has in quotes.
 * @param texts all moments that are searched
 */
export function momentScorer(query: string, texts: readonly MomentText[]): (text: MomentText) => number {
  const { terms, language } = parseQuery(query);
  const wordsOf = (text: string) => analyse(text, language).words;
  const sequences = terms.map(({ alternatives }) => alternatives.map((words) => wordsOf(words.join(' '))));
  const kept = new Map<string, string[]>();
  const read = (text: string) => {
    const known = kept.get(text) ?? [' ', ' '];
    if (kept.has(text)) return known;
    const words = wordsOf(text);
    const lines = [
      ` ${words.map(({ form }) => form).join(' ')} `,
      ` ${words.map(({ stem }) => stem).join(' ')} `,
    ];
    kept.set(text, lines);
    return lines;
  };
  const has = (text: string, at: number) => {
    const [forms = '', stems = ''] = read(text);
    return (sequences[at] ?? []).some(
      (words) =>
        forms.includes(` ${words.map(({ form }) => form).join(' ')} `) ||
        stems.includes(` ${words.map(({ stem }) => stem).join(' ')} `),
    );
  };
  const share = (text: MomentText, at: number): number =>
    has(text.own, at) ? 1 : has(text.criterion, at) ? OF_CRITERION : 0;
  const weights = terms.map((_, at) =>
    informationOf(texts.filter((text) => share(text, at) > 0).length, texts.length),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (text) => {
    const shares = terms.map((_, at) => share(text, at));
    if (all === 0 || terms.some((term: Term, at) => term.required && shares[at] === 0)) return 0;
    return shares.reduce((sum, own, at) => sum + own * (weights[at] ?? 0), 0) / all;
  };
}

/** More for a word that few moments have, and never nothing. */
function informationOf(having: number, all: number): number {
  return Math.log(1 + (all + 1) / (having + 0.5));
}
