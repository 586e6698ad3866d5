import { cut, written } from '../text/analyse/index.ts';
import { otherNumbers } from './numbers.ts';
import { isSmallWord, languageOfQuery } from './query-language.ts';

/** One term of a query. A document matches if it has one of the alternatives. */
export interface Term {
  /** As typed by the user, in lower case and full width. */
  text: string;
  /** Word sequences to find exactly: first the term itself, then joined and split forms, and numbers. */
  alternatives: string[][];
  /** True for quoted phrases: results must contain them. */
  required: boolean;
}

/** A parsed query. */
export interface ParsedQuery {
  text: string;
  terms: Term[];
  /** ISO 639-1, guessed from its stop words. It decides stop words, splits and typos only. */
  language: string;
}

/** Maximum number of terms; later ones are ignored. */
const MAX_TERMS = 16;
/** Minimum length, in letters, of the parts of a split word and of words to join. */
const MIN_PART = 3;
/** The same for Korean, in syllables. */
const MIN_SYLLABLES = 2;

/**
 * Parses a user's query. Any text is valid: the only syntax is double quotes, for a phrase that results must contain.
 * Stop words are dropped unless nothing else is left. Neighbouring words are also tried joined (`key frames`,
 * `keyframes`), and a word also split in two (`keyframe`, `key frame`). English numbers are tried in words and in digits.
 * @param languages ISO 639-1 codes the query may be in, the most likely first
 */
export function parseQuery(text: string, languages: readonly string[] = ['en']): ParsedQuery {
  const terms: Term[] = [];
  const read = text.slice(0, 4_000);
  const language = languageOfQuery(read, languages);
  for (const [index, piece] of read.split(/["\u201c\u201d\u201e]/).entries()) {
    const words = wordsOf(piece);
    if (index % 2 === 1 && words.length > 0) terms.push(phrase(words));
    else if (words.length > 0) terms.push(...wordTerms(words, language));
  }
  return { text, terms: withoutStopWords(distinct(terms), language).slice(0, MAX_TERMS), language };
}

/** A word of a query, and whether spaces delimit it. */
interface QueryWord {
  readonly word: string;
  readonly apart: boolean;
}

function wordsOf(text: string): QueryWord[] {
  return cut(text).flatMap((run) => {
    const apart = run.words === undefined;
    return (run.words ?? [run]).map((word) => ({ word: written(word.text), apart }));
  });
}

function phrase(words: readonly QueryWord[]): Term {
  const text = words.map(({ word }) => word);
  return { text: text.join(' '), alternatives: [text], required: true };
}

function wordTerms(words: readonly QueryWord[], language: string): Term[] {
  const numbers = language === 'en' ? otherNumbers(words.map(({ word }) => word)) : [];
  return words.map(({ word, apart }, index) => {
    if (!apart) return { text: word, alternatives: [[word]], required: false };
    const joined = [
      joinedWith(words[index - 1], words[index], language),
      joinedWith(words[index], words[index + 1], language),
    ];
    const alternatives = [[word], ...joined.flat(), ...splits(word), ...(numbers[index] ?? [])];
    return { text: word, alternatives, required: false };
  });
}

function joinedWith(left: QueryWord | undefined, right: QueryWord | undefined, language: string): string[][] {
  if (!left?.apart || !right?.apart) return [];
  if (left.word.length < shortest(left.word) || right.word.length < shortest(right.word)) return [];
  return isSmallWord(left.word, language) || isSmallWord(right.word, language)
    ? []
    : [[left.word + right.word]];
}

function shortest(word: string): number {
  return /^\p{sc=Hang}/u.test(word) ? MIN_SYLLABLES : MIN_PART;
}

function splits(word: string): string[][] {
  const result: string[][] = [];
  if (word.length > 24) return result;
  const least = shortest(word);
  for (let at = least; at <= word.length - least; at += 1) result.push([word.slice(0, at), word.slice(at)]);
  return result;
}

function distinct(terms: Term[]): Term[] {
  const byText = new Map<string, Term>();
  for (const term of terms) {
    const known = byText.get(term.text);
    if (known) known.required ||= term.required;
    else byText.set(term.text, term);
  }
  return [...byText.values()];
}

function withoutStopWords(terms: Term[], language: string): Term[] {
  const content = terms.filter((term) => term.required || !isSmallWord(term.text, language));
  return content.length > 0 ? content : terms;
}
