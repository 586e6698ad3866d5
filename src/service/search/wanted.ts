import {
  analyse,
  exactTerm,
  fold,
  languageOf,
  pairsWanted,
  stemOf,
  stemTerm,
} from '../text/analyse/index.ts';

/** Letters of scripts without spaces between words, and of Korean, whose words hold others. */
const PAIRED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{sc=Hang}]/u;
const HANGUL = /^\p{sc=Hang}/u;

/**
 * The phrases of index terms that find words which stand side by side: their stems in each language that the texts may
 * be in, their folded forms, and, for one word, exactly itself, which only ranks what it finds.
 * @param words written words, as parseQuery gives them
 * @param languages those of the texts that are searched; the language of a query is not known
 */
export function phrasesFor(words: readonly string[], languages: readonly string[]): string[][] {
  const stems = languages.flatMap((language) => stemPhrases(words, language));
  const [word] = words;
  const exact = words.length === 1 && word !== undefined && fold(word) !== word ? [[exactTerm(word)]] : [];
  return distinct([words.map(fold), ...stems, ...exact]);
}

function stemPhrases(words: readonly string[], language: string): string[][] {
  const own = words.map((word) => stemIn(word, language));
  // Turkish typed without its own letters has `i` where `ı` stands.
  return language === 'tr' ? [own, words.map((word) => stemIn(word.replaceAll('i', 'ı'), language))] : [own];
}

/** The term of a word's stem in a text of that language. */
function stemIn(word: string, language: string): string {
  if (PAIRED.test(word) && !HANGUL.test(word)) return analyse(word, language).words[0]?.stem ?? fold(word);
  const own = languageOf(word, language);
  return stemTerm(own, stemOf(word, own));
}

/**
 * Phrases that find a word inside of others, where words are not set apart: its letters in a row. Empty for other
 * scripts, and for one syllable of Korean.
 */
export function phrasesInside(word: string): string[][] {
  if (!PAIRED.test(word)) return [];
  const letters = Array.from(fold(word));
  return letters.length < 2 && HANGUL.test(word) ? [] : [pairsWanted(word)];
}

function distinct(phrases: readonly string[][]): string[][] {
  return [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()];
}
