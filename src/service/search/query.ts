import { isStopWord, type Token, tokens } from '../text/words.ts';

/** One term of a query. A document matches if it has one of the alternatives. */
export interface Term {
  /** As typed by the user. */
  text: string;
  /** Word sequences to find exactly: first the term itself, then joined and split forms. */
  alternatives: string[][];
  /** True for quoted phrases: results must contain them. */
  required: boolean;
}

/** A parsed query. */
export interface ParsedQuery {
  text: string;
  terms: Term[];
}

/** Maximum number of terms; later ones are ignored. */
const MAX_TERMS = 16;
/** Minimum length, in letters, of the parts of a split word and of words to join. */
const MIN_PART = 3;

/**
 * Parses a user's query. Any text is valid: the only syntax is double quotes, for a phrase that results must contain.
 * Stop words are dropped unless nothing else is left. Neighbouring words are also tried joined (`key frames`,
 * `keyframes`), and a word also split in two (`keyframe`, `key frame`).
 */
export function parseQuery(text: string): ParsedQuery {
  const terms: Term[] = [];
  for (const [index, piece] of text
    .slice(0, 4_000)
    .split(/["\u201c\u201d\u201e]/)
    .entries()) {
    const words = tokens(piece);
    if (index % 2 === 1 && words.length > 0) terms.push(phrase(words));
    else if (words.length > 0) terms.push(...wordTerms(words));
  }
  return { text, terms: withoutStopWords(distinct(terms)).slice(0, MAX_TERMS) };
}

function phrase(words: Token[]): Term {
  const text = words.map(({ word }) => word);
  return { text: text.join(' '), alternatives: [text], required: true };
}

function wordTerms(words: Token[]): Term[] {
  return words.map(({ word }, index) => {
    const joined = [joinedWith(words[index - 1]?.word, word), joinedWith(word, words[index + 1]?.word)];
    return { text: word, alternatives: [[word], ...joined.flat(), ...splits(word)], required: false };
  });
}

function joinedWith(left: string | undefined, right: string | undefined): string[][] {
  if (!left || !right || left.length < MIN_PART || right.length < MIN_PART) return [];
  return isStopWord(left) || isStopWord(right) ? [] : [[left + right]];
}

function splits(word: string): string[][] {
  const result: string[][] = [];
  if (word.length > 24) return result;
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1)
    result.push([word.slice(0, at), word.slice(at)]);
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

function withoutStopWords(terms: Term[]): Term[] {
  const content = terms.filter((term) => term.required || !isStopWord(term.text));
  return content.length > 0 ? content : terms;
}
