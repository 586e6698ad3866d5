/**
 * Texts without media or store: words and their stems, lines in time, timestamps of subtitles, names of files as
 * titles, edit distance. Pure functions.
 */

import { stem } from './stem.ts';

/** Runs of letters and digits, split like the index's tokenizer (unicode61). */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu;

/** A word of a text: its search form and its position (character offsets). */
export interface Token {
  /** Lower case, without diacritics. */
  word: string;
  stem: string;
  from: number;
  to: number;
}

/** Splits a text into words like the index: runs of letters and digits, folded and stemmed. */
export function tokens(text: string): Token[] {
  return Array.from(text.matchAll(WORD), (match) => {
    const word = fold(match[0]);
    return { word, stem: stem(word), from: match.index, to: match.index + match[0].length };
  });
}

/** The number of words in a text: the unit of `usage`. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** Lower case, without the diacritics of Latin letters, as in the index; those of other scripts stay. */
function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  return plain.normalize('NFC').toLowerCase();
}

/** Whether a text has nothing but ASCII: most words do, and comparing with the scripts of Unicode takes long. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Texts whose results are kept, and the letters of the longest: who sends media decides how much is said at once. */
const MOST_KNOWN = 4_000;
const LONGEST_KNOWN = 2_000;

/**
 * The same function of a text that keeps what it gave for the last texts: titles, chapters, quotes and summaries ask for the
 * same ones.
 */
export function remembering<Result>(find: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (text.length > LONGEST_KNOWN) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, found);
    return found;
  };
}

const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can could did do does doing
  done for from had has have having he her here hers him his how i if in into is it its just me more most my no nor not of
  off on once only or other our out over own please same she should so some such than that the their them then there these
  they this those to too under until up very was we were what when where which while who whom why will with would you your
  find show give tell get any anything something someone s t re ve ll d m`.split(/\s+/),
);

/** Whether a word says nothing about what is searched for. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
