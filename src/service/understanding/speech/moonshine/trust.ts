import type { Doubt, SpeechLine } from '../../lines.ts';
import type { HeardLine } from './lines.ts';
import { right, weights } from './trust-weights.ts';

/** Increase it when lines are judged differently, so that stored results are not mixed. */
export const TRUST = 2;

/** Below this probability that it is English a line is not trusted. */
const TRUSTED = 0.5;

/** Seconds before and after a line whose chunks are looked at with it: a single one tells too little. */
const REACH = 20;

/** Voices are as clear as this, in so many seconds of untrusted lines in a row, where another language is spoken. */
const CLEAR_VOICE = 0.9;
const LANGUAGE_SECONDS = 6;

/**
 * Lines with the probability that they are right, and with a doubt where they are hardly English. The model knows English
 * only, and writes fluent English of anything: it is less sure of it then, chunk after chunk.
 * @param lines of the whole media, in order of time
 */
export function judged(lines: readonly HeardLine[]): SpeechLine[] {
  return withLanguage(
    lines.map((line) => {
      const { evidence, chunk: ____, log: _, words, ...shown } = line;
      const features = featuresOf(line, lines);
      const [english, sure] = evidence.loops
        ? [0, 0]
        : [probability(weights, features), probability(right, rightFeaturesOf(line, features))];
      return {
        ...shown,
        words: words.map(({ log: __, pieces: ___, ...word }) => word),
        confidence: Math.round(sure * 1000) / 1000,
        ...(english < TRUSTED && { doubt: 'unclear' as const }),
      };
    }),
    lines,
  );
}

/** A voice that is as clear as this says nothing more: recordings of speech have 0.95 and more. */
const CLEAR = 0.92;

/**
 * The numbers that are weighed, in the order of `weights.features`: mean logarithm of the chunk's pieces, the same of the
 * line, the same of the chunks around it, and how much is missing to a clear voice.
 */
export function featuresOf(line: HeardLine, lines: readonly HeardLine[]): readonly number[] {
  const near = lines.filter(({ start, end }) => end > line.start - REACH && start < line.end + REACH);
  const seconds = near.reduce((sum, { start, end }) => sum + end - start, 0);
  const around = near.reduce((sum, { start, end, evidence }) => sum + evidence.mean * (end - start), 0);
  const { mean, voice } = line.evidence;
  return [mean, line.log, around / Math.max(0.01, seconds), Math.max(0, CLEAR - voice)];
}

/**
 * The numbers that are weighed in `right`: the mean logarithm of the line's words, that of the word the model was least sure
 * of, and the mean of the chunks around it.
 */
export function rightFeaturesOf(
  { log, words }: HeardLine,
  [, , around = 0]: readonly number[],
): readonly number[] {
  return [log, Math.min(...words.map((word) => word.log)), around];
}

/** Logistic regression. */
function probability(fitted: typeof weights | typeof right, features: readonly number[]): number {
  const sum = features.reduce((total, value, at) => total + value * (fitted.features[at] ?? 0), fitted.bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Clear voices whose words are not trusted, for some time without a trusted line between them, speak another language. */
function withLanguage(judgedLines: readonly SpeechLine[], heard: readonly HeardLine[]): SpeechLine[] {
  const result = [...judgedLines];
  for (let from = 0; from < result.length; ) {
    let to = from;
    while (result[to]?.doubt) to += 1;
    const run = heard.slice(from, to);
    const seconds = run.reduce((sum, { start, end }) => sum + end - start, 0);
    const voice = run.reduce((sum, { start, end, evidence }) => sum + evidence.voice * (end - start), 0);
    if (seconds >= LANGUAGE_SECONDS && voice >= CLEAR_VOICE * seconds) {
      const doubt: Doubt = 'language';
      for (let at = from; at < to; at += 1) result[at] = { ...(result[at] as SpeechLine), doubt };
    }
    from = to + 1;
  }
  return result;
}
