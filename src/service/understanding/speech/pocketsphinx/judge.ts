import type { SpeechLine, SpeechWord } from '../../lines.ts';
import { linesOfWords } from '../lines-of-words.ts';
import type { HeardWord } from './backtrace.ts';
import { weights } from './judge-weights.ts';

/** Increase it when lines are judged differently, so that stored results are not mixed. */
export const JUDGE = 3;

/** Words of posterior 0 that are added to each mean: one or two words that seem sure are no evidence. */
const NO_EVIDENCE = 2;

/** Below this probability a line is not trusted. */
const TRUSTED = 0.4;

/** Seconds before and after a line that are judged with it: the few words of one line tell too little. */
const REACH = 8;

/**
 * The lines of what was heard with their confidence, and with a doubt where it is too low. In English the recogniser is sure of
 * most words, they form runs that its language model knows, they are as long as words are, and their sounds are those of the words. In other languages and songs
 * many other words would fit as well, and they form no such runs; in music and noise single words last for seconds.
 * @param words of one chunk, in order of time
 */
export function judged(words: readonly HeardWord[]): SpeechLine[] {
  return linesOfWords(words.map(wordOf)).map((line) => {
    const confidence = Math.round(probability(featuresAround(line, words)) * 1000) / 1000;
    return { ...line, confidence, ...(confidence < TRUSTED && { doubt: 'unclear' as const }) };
  });
}

/**
 * The numbers that are weighed, in the order of `weights.features`: mean posterior, mean order, the logarithm of the mean
 * length in seconds, and the mean acoustic score of a frame.
 * @param words of the line's chunk
 */
export function featuresAround(
  line: Pick<SpeechLine, 'start' | 'end'>,
  words: readonly HeardWord[],
): readonly number[] {
  const near = words.filter(({ start, end }) => end > line.start - REACH && start < line.end + REACH);
  const sum = (of: (word: HeardWord) => number) => near.reduce((total, word) => total + of(word), 0);
  const seconds = sum(({ start, end }) => end - start);
  return [
    sum(({ posterior }) => posterior) / (near.length + NO_EVIDENCE),
    sum(({ order }) => order) / near.length,
    Math.log(seconds / near.length),
    sum(({ start, end, acoustic }) => acoustic * (end - start)) / seconds,
  ];
}

function probability(features: readonly number[]): number {
  const sum = features.reduce(
    (total, value, at) => total + value * (weights.features[at] ?? 0),
    weights.bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

function wordOf({ word, start, end }: HeardWord): SpeechWord {
  return { word, start, end };
}
