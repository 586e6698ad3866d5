/** What was heard of a clip, against what was said in it. */
import { compare } from './words.mjs';

/**
 * @param said `{word, at?}` of each word, in seconds
 * @param lines `{text, start, words?: {word, start}[]}`
 * @returns errors and words, and how many seconds the starts of words and of lines are away from where they were said
 */
export function against(said, lines) {
  const heard = lines.flatMap(({ text, start, words }) => {
    const timed = words ?? text.split(/\s+/).map((word) => ({ word }));
    return timed.map((one, at) => ({ ...one, ...(at === 0 && { line: start }) }));
  });
  const textOf = (list) => list.map(({ word }) => word.trim()).join(' ');
  const { errors, words, pairs } = compare(textOf(said), textOf(heard));
  const known = pairs.map(([a, b]) => ({ at: said[a].at, ...heard[b] })).filter(({ at }) => at !== undefined);
  const away = (name) =>
    known.filter((one) => one[name] !== undefined).map((one) => Math.abs(one[name] - one.at));
  return { errors, words, ofWords: away('start'), ofLines: away('line') };
}

/** The share of values within a bound, their median and the value that nine of ten do not exceed. */
export function spread(values, bound) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    within: sorted.filter((one) => one <= bound).length / Math.max(1, sorted.length),
    median: at(0.5),
    ninth: at(0.9),
  };
}

export function wordsOf(lines) {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
}

export function trustedOf(lines) {
  return wordsOf(lines.filter(({ trusted }) => trusted));
}
