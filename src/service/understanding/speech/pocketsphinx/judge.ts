import type { SpeechLine } from '../../lines.ts';
import type { HeardWord } from './backtrace.ts';

/** Increase it when lines are judged differently, so that stored results are not mixed. */
export const JUDGE = 1;

/**
 * Turns a mean posterior into the probability that the words were said: a logistic regression on the half `fit` of the clips
 * of `npm run bench -- hearing`, clean English and the rest weighing the same.
 */
const WEIGHTS = { bias: -8.6, posterior: 18.6 };

/** Words of posterior 0 that are added to each mean: one or two words that seem sure are no evidence. */
const NO_EVIDENCE = 2;

/** Below this probability a line is not trusted. One clear sentence has 0.45 to 0.9 by the voice, another language mostly less than 0.1. */
const TRUSTED = 0.4;

/** Seconds before and after a line that are judged with it: the few words of one line tell too little. */
const REACH = 4;

/**
 * The lines with their confidence, and with a doubt where it is too low. In English the recogniser is sure of most words; in
 * other languages, songs and noise, many other words would fit as well.
 * @param words of one chunk, in order of time
 */
export function judged(lines: readonly SpeechLine[], words: readonly HeardWord[]): SpeechLine[] {
  return lines.map((line) => {
    const near = words.filter(({ start, end }) => end > line.start - REACH && start < line.end + REACH);
    const confidence = Math.round(probability(near) * 1000) / 1000;
    return { ...line, confidence, ...(confidence < TRUSTED && { doubt: 'unclear' as const }) };
  });
}

function probability(words: readonly HeardWord[]): number {
  const mean = words.reduce((sum, { posterior }) => sum + posterior, 0) / (words.length + NO_EVIDENCE);
  return 1 / (1 + Math.exp(-(WEIGHTS.bias + WEIGHTS.posterior * mean)));
}
