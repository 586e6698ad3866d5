/**
 * How far the confidence of a line holds: a line is right if at most a fifth of its words are wrong (added, another one, or
 * left out between its own), of numbers each digit; where nothing in English is said, no line is.
 */
import { fitLogistic } from '../logistic.mjs';
import { evidenceOf } from './evidence.mjs';
import { compare, levelled } from './words.mjs';

/** The share of words that may be wrong in a line that is right. */
export const WRONG = 0.2;

/** Whether each line that was heard is right. @param said `{word}` of each word, if they are known */
export function rightOf(said, lines) {
  if (!said) return lines.map(() => false);
  const saidText = said.map(({ word }) => word.trim()).join(' ');
  const heardText = lines.map(({ text }) => text.trim()).join(' ');
  const saidOf = new Map(compare(saidText, heardText).pairs.map(([own, heard]) => [heard, own]));
  const matched = new Set(saidOf.values());
  const words = (text) => [...new Set(levelled(text).map(({ word }) => word))];
  const [saidWords, heardWords] = [words(saidText), words(heardText)];
  let from = 0;
  return lines.map(({ text }) => {
    const to = from + text.trim().split(/\s+/).length;
    const own = heardWords.filter((word) => word >= from && word < to);
    from = to;
    const found = own.flatMap((word) => saidOf.get(word) ?? []);
    const [first, last] = [Math.min(...found), Math.max(...found)];
    const missing = saidWords.filter((word) => word > first && word < last && !matched.has(word)).length;
    return found.length > 0 && Math.max(own.length - found.length, missing) <= WRONG * own.length;
  });
}
