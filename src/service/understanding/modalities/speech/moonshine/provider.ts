/**
 * The default recogniser: English speech on this machine. Chunks of sound come in, its process (process.ts) gives
 * pieces with their probabilities, and lines go out with words, times and how likely they are right.
 */

import { languageName, namesLanguage, sameLanguage } from '../../../../../media/index.ts';
import type { SpeechConfig } from '../../../../context/speech-settings.ts';
import { trackOf } from '../../audio/provider.ts';
import type { Doubt, SpeechLine } from '../../lines.ts';
import type { ModalityPlan, ModalityProvider, Settings } from '../../port.ts';
import { speechByPieces } from '../../voice-activity/by-pieces.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import type { VoicedSpan } from '../../voice-activity/silero.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { type HeardLine, linesOf } from './lines.ts';
import { withNames } from './names.ts';
import type { HeardWord } from './tokens-to-words.ts';
import { right, weights } from './trust-weights.ts';
import { askMoonshine, type MoonshineWeights, moonshineWeights } from './weights.ts';

/** Increase it when lines are judged differently, so that stored results are not mixed. */
const TRUST = 3;

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

/** Two words that are heard at the same time in two chunks are at most this far from each other, in seconds. */
const NEAR = 1.2;

/**
 * Joins lines of chunks that overlap, where speech had no pause to cut it at: the model completes what ends in the middle of
 * a sentence with words that nobody said, and begins as it likes. Of the words in both, those that agree are kept once, with
 * what stands before them in the first and after them in the second chunk; where none agree, each chunk counts up to the
 * middle.
 * @param lines in order of chunks
 */
export function joined(lines: readonly HeardLine[]): HeardLine[] {
  const result = [...lines];
  for (let at = 1; at < result.length; at += 1) {
    const [before, after] = [result[at - 1], result[at]];
    if (
      !before ||
      !after ||
      after.chunk.start >= before.chunk.end ||
      after.chunk.start === before.chunk.start
    )
      continue;
    const [head, tail] = cutAt(before, after);
    result[at - 1] = withWords(before, head);
    result[at] = withWords(after, tail);
  }
  return result.filter(({ words }) => words.length > 0);
}

function cutAt(before: HeardLine, after: HeardLine): [HeardWord[], HeardWord[]] {
  const first = before.words.findIndex(({ end }) => end > after.chunk.start);
  const last = after.words.findLastIndex(({ start }) => start < before.chunk.end);
  let best = { length: 0, from: 0, to: 0 };
  for (let from = Math.max(0, first); first >= 0 && from < before.words.length; from += 1)
    for (let to = 0; to <= last; to += 1) {
      let length = 0;
      while (to + length <= last && same(before.words[from + length], after.words[to + length])) length += 1;
      if (length > best.length) best = { length, from, to };
    }
  if (best.length > 0) {
    const end = best.from + best.length;
    return [before.words.slice(0, end), after.words.slice(best.to + best.length)];
  }
  const middle = (after.chunk.start + before.chunk.end) / 2;
  return [
    before.words.filter(({ start, end }) => (start + end) / 2 < middle),
    after.words.filter(({ start, end }) => (start + end) / 2 >= middle),
  ];
}

function same(one: HeardWord | undefined, other: HeardWord | undefined): boolean {
  if (!one || !other || Math.abs(one.start - other.start) > NEAR) return false;
  return bare(one.word) === bare(other.word);
}

const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function withWords(line: HeardLine, words: HeardWord[]): HeardLine {
  if (words.length === line.words.length) return line;
  return {
    ...line,
    words,
    text: words.map(({ word }) => word).join(' '),
    start: words[0]?.start ?? line.start,
    end: words.at(-1)?.end ?? line.end,
  };
}

/** Chunks of this length, in seconds, have the fewest errors; a pause ends one, however short. */
const RULES = { longest: 15, pause: 0.8, overlap: 0.8 };

/** Words wrong in real English recordings, in percent: `npm run bench -- hearing`. */
const QUALITY: Readonly<Record<string, string>> = {
  'moonshine-base': 'English: about one word in twelve is wrong; lines that cannot be trusted are left out.',
  'moonshine-tiny': 'English: about one word in ten is wrong; lines that cannot be trusted are left out.',
};

/** Chunks that are on their way: one is recognised while the next is cut. */
const PARALLEL = 2;

/** English by the default recogniser on this machine, if its weights are there. */
export function moonshineSpeech(
  dataDir: string,
  { timeoutSeconds }: Pick<SpeechConfig, 'timeoutSeconds'>,
): ModalityProvider<'speech'> {
  return {
    modality: 'speech',
    async maker() {
      const weights = moonshineWeights(dataDir);
      return weights && { provider: 'moonshine', settings: methodOf(weights) };
    },
    async plan(input) {
      const weights = moonshineWeights(dataDir);
      if (!weights) return undefined;
      const track = await trackOf(input);
      const spoken = input.hearing?.audioLanguage ?? track.language;
      if (namesLanguage(spoken) && !sameLanguage(spoken, 'en')) return inOtherLanguage(spoken, weights);
      const vocabulary = input.hearing?.vocabulary ?? [];
      const ask = askMoonshine(weights, timeoutSeconds);
      return {
        provider: 'moonshine',
        settings: {
          ...{ ...methodOf(weights), ...track.settings },
          ...(vocabulary.length > 0 && { vocabulary: vocabulary.join('/') }),
        },
        quality: QUALITY[weights.model] ?? '',
        run: async (signal, kept) => {
          let speech: readonly VoicedSpan[] = [];
          const recogniser = {
            rules: RULES,
            parallel: PARALLEL,
            async speechIn(sound: AsyncIterable<Buffer>) {
              speech = await speechByPieces(sound, async (pcm) => {
                const answer = await ask({ type: 'speech', pcm }, signal);
                return answer.type === 'speech' ? answer.spans : [];
              });
              return speech;
            },
            async recognise({ span, pcm }: Cut<Chunk>, until: AbortSignal): Promise<HeardLine[]> {
              const answer = await ask({ type: 'words', pcm }, until);
              return answer.type === 'words' ? linesOf(answer.heard, span, speech) : [];
            },
            finish: (lines: readonly HeardLine[]) => judged(withNames(joined(lines), vocabulary)),
          };
          return recogniseSpeech(input, recogniser, signal, kept);
        },
      };
    },
  };
}

function methodOf({ model }: MoonshineWeights): Settings {
  const { longest, pause } = RULES;
  return { version: model, language: 'en', cutter: CUTTER, longest, pause, trust: TRUST };
}

/** The plan for audio that is said to be in another language. */
function inOtherLanguage(code: string, weights: MoonshineWeights): ModalityPlan<'speech'> {
  const notes = [
    `The audio is in ${languageName(code)}, and ${weights.model} knows only English: nothing was recognised. ` +
      'vau setup speech parakeet-v3 brings 25 languages.',
  ];
  return {
    provider: 'moonshine',
    settings: { ...methodOf(weights), language: code },
    deaf: true,
    run: async () => ({ lines: [], notes, gaps: [{ reason: 'other_language' }] }),
  };
}
