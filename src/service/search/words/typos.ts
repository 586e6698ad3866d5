import { editDistance } from '../../text/edit-distance.ts';

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
