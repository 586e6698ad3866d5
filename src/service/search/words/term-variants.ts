import {
  analyse,
  exactTerm,
  fold,
  languageOf,
  pairsWanted,
  stemOf,
  stemTerm,
} from '../../text/analyse/index.ts';
import { editDistance } from '../../text/edit-distance.ts';

/** Letters of scripts without spaces between words, and of Korean, whose words contain others. */
const PAIRED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{sc=Hang}]/u;
const HANGUL = /^\p{sc=Hang}/u;

/**
 * The phrases of index terms that match neighbouring words: their folded forms and their stems in each language. A
 * single word also has its exact term, which ranks exact matches first.
 * @param words as parseQuery returns them
 * @param languages the languages of the searched texts: the language of a query is unknown
 */
export function phrasesFor(words: readonly string[], languages: readonly string[]): string[][] {
  const stems = languages.flatMap((language) => stemPhrases(words, language));
  const [word] = words;
  const exact = words.length === 1 && word !== undefined && fold(word) !== word ? [[exactTerm(word)]] : [];
  return distinct([words.map(fold), ...stems, ...exact]);
}

function stemPhrases(words: readonly string[], language: string): string[][] {
  const own = words.map((word) => stemIn(word, language));
  // Turkish without its own letters has `i` for `ı`.
  return language === 'tr' ? [own, words.map((word) => stemIn(word.replaceAll('i', 'ı'), language))] : [own];
}

/** The stem's term of a word in a text of that language. */
function stemIn(word: string, language: string): string {
  if (PAIRED.test(word) && !HANGUL.test(word)) return analyse(word, language).words[0]?.stem ?? fold(word);
  const own = languageOf(word, language);
  return stemTerm(own, stemOf(word, own));
}

/**
 * Phrases that match a word inside other words, by its letters in a row. Empty for scripts with spaces other than
 * Korean, and for a single Korean syllable.
 */
export function phrasesInside(word: string): string[][] {
  if (!PAIRED.test(word)) return [];
  const letters = Array.from(fold(word));
  return letters.length < 2 && HANGUL.test(word) ? [] : [pairsWanted(word)];
}

function distinct(phrases: readonly string[][]): string[][] {
  return [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()];
}

/** Typos allowed in a word of this length: none below 4 letters, one below 8, then two. */
export function allowedSlips(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * The words of a vocabulary nearest to `word` within its allowed typos: all with the smallest distance, at most
 * `limit`.
 */
export function nearestWords(word: string, vocabulary: Iterable<string>, limit = 5): string[] {
  let most = allowedSlips(word);
  let found: string[] = [];
  if (most === 0) return found;
  const letters = lettersOf(word);
  for (const candidate of vocabulary) {
    // Each typo changes at most two of the letters that a word has, so this rules out most candidates.
    if (bitsOf(letters ^ lettersOf(candidate)) > 2 * most) continue;
    const distance = editDistance(word, candidate, most);
    if (distance > most || candidate === word) continue;
    if (distance < most) [most, found] = [distance, []];
    found.push(candidate);
  }
  return found.slice(0, limit);
}

/** The letters of a word as bits; some share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** The number of bits that are set. */
function bitsOf(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
