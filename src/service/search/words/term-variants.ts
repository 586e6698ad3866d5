import {
  analyse,
  exactTerm,
  fold,
  languageOf,
  pairsWanted,
  stemOf,
  stemTerm,
} from '../../text/analyse/index.ts';

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
