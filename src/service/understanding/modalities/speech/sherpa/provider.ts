/**
 * Speech by a model of sherpa-onnx, brought by `vau setup` or in a folder of the user's. Chunks of sound come in, its
 * process recognises them (process.ts), and lines with words and times go out.
 */

import path from 'node:path';
import type { SpeechConfig } from '../../../../context/speech-settings.ts';
import { trackOf } from '../../audio/provider.ts';
import type { SpeechLine, SpeechWord } from '../../lines.ts';
import type { ModalityInput, ModalityProvider, Settings } from '../../port.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { speechByPieces } from '../../voice-activity/by-pieces.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import { sileroWeights } from '../../voice-activity/weights.ts';
import { askEngine, type Engine } from '../engine.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { hotwordsOf, whyNoVocabulary } from './config.ts';
import type { SpeechAnswer, SpeechAsk, SpeechStart } from './messages.ts';
import type { SherpaResult } from './module.ts';
import { type ChosenSherpa, modelFor, runtimeFor } from './runtime.ts';

/** A pause of this many seconds ends a line. */
const PAUSE = 0.35;

/** Longest line, in seconds. */
const LONGEST = 12;

/**
 * Groups recognised words into readable lines: a line ends at a pause, or when it gets long. Words keep their times.
 */
function linesOfWords(words: readonly SpeechWord[]): SpeechLine[] {
  const lines: SpeechWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const first = line?.[0];
    const ends = !last || !first || word.start - last.end >= PAUSE || word.end - first.start > LONGEST;
    if (ends) lines.push([word]);
    else line?.push(word);
  }
  return lines.map((line) => ({
    text: line.map(({ word }) => word).join(' '),
    start: line[0]?.start ?? 0,
    end: line.at(-1)?.end ?? 0,
    words: line,
  }));
}

/** A model in a process of its own, which a crash of its native code ends, and not the worker. */
interface SherpaRecogniser {
  /** Recognises the words in 16-bit mono samples at 16 kHz. Rejects with ModelFailed, and at once on an abort. */
  words(pcm: Uint8Array, signal: AbortSignal): Promise<SherpaResult>;
  /** Finds the speech in them, in seconds from their start. Rejects as `words` does. */
  speech(pcm: Uint8Array, signal: AbortSignal): Promise<readonly Span[]>;
}

/**
 * The recogniser for a model; its process starts with the first sound.
 * @param hotwords names and terms to listen for: see config.ts
 * @param timeoutSeconds for a piece of sound: a process that takes longer is ended
 * @throws Error saying how to install the package that runs it
 */
function sherpaRecogniser(model: ChosenSherpa, timeoutSeconds?: number, hotwords?: string): SherpaRecogniser {
  const { kind, folder, files } = model;
  const start: SpeechStart = {
    model: { kind, folder, files },
    runtime: runtimeFor(model),
    silero: sileroFor(model),
    hotwords,
  };
  const engine: Engine = {
    entry: 'sherpa',
    start,
    weights: Object.values(files),
    timeoutSeconds,
  };
  const ask = (asked: SpeechAsk, signal: AbortSignal) =>
    askEngine<SpeechAsk, SpeechAnswer>(engine, asked, signal);
  return {
    async words(pcm, signal) {
      const answer = await ask({ type: 'words', pcm }, signal);
      return answer.type === 'words' ? answer.result : { text: '' };
    },
    async speech(pcm, signal) {
      const answer = await ask({ type: 'speech', pcm }, signal);
      return answer.type === 'speech' ? answer.spans : [];
    },
  };
}

/** The weights that find speech, if vau setup brought them with the model. */
function sileroFor({ dataDir, installed }: ChosenSherpa): string | undefined {
  return installed && sileroWeights(dataDir, installed);
}

/**
 * Builds words with times from a recogniser's tokens. A token that starts with a space (or a low block) starts a word,
 * which lasts until the next token.
 * @returns none if the model has no times
 */
export function wordsOfTokens({ tokens = [], timestamps = [] }: SherpaResult, span: Span): SpeechWord[] {
  if (tokens.length === 0 || tokens.length !== timestamps.length) return [];
  const words: SpeechWord[] = [];
  for (const [index, token] of tokens.entries()) {
    const start = clip(span, timestamps[index] ?? 0);
    const end = clip(span, timestamps[index + 1] ?? (timestamps[index] ?? 0) + LAST_TOKEN);
    const text = token.replace(/^[\u2581 ]/, '');
    const last = words.at(-1);
    if (last && text === token) {
      last.word += text;
      last.end = end;
    } else if (text !== '') words.push({ word: text, start, end });
  }
  return words;
}

/** Seconds assumed for the last token of a chunk. */
const LAST_TOKEN = 0.3;

function clip({ start, end }: Span, seconds: number): number {
  return Math.round(Math.min(end, start + seconds) * 1000) / 1000;
}

/**
 * Says that a recogniser does not use the vocabulary; empty if there is none.
 * @param why the reason, as a sentence
 */
function unusedVocabulary({ hearing }: Pick<ModalityInput, 'hearing'>, why?: string): string {
  if (!hearing || hearing.vocabulary.length === 0) return '';
  return ` It takes no vocabulary: the names and terms were not used.${why === undefined ? '' : ` ${why}`}`;
}

/** Whisper processes 30 seconds at a time; shorter chunks also give better times if a model has none. */
const RULES = { longest: 25, pause: 1 };

/** What is set about it: the folder of the user's model, and how long a piece of sound may take. */
type SherpaSettings = Pick<SpeechConfig, 'sherpaModelDir' | 'timeoutSeconds'>;

/** Speech recognised on this machine by a model that vau setup brought, or one in a folder of the user's. */
export function sherpaSpeech(dataDir: string, config: SherpaSettings): ModalityProvider<'speech'> {
  const { sherpaModelDir: folder, timeoutSeconds } = config;
  return {
    modality: 'speech',
    async maker() {
      const model = await modelFor(dataDir, folder);
      return model && { provider: 'sherpa-onnx', settings: methodOf(model) };
    },
    async plan(input) {
      const model = await modelFor(dataDir, folder);
      if (!model) return undefined;
      const refused = whyNoVocabulary(model);
      const vocabulary = input.hearing?.vocabulary ?? [];
      const hotwords = refused === undefined ? hotwordsOf(vocabulary, model) : undefined;
      return {
        provider: 'sherpa-onnx',
        settings: { ...methodOf(model), ...(await trackOf(input)).settings, ...(hotwords && { hotwords }) },
        quality: `As good as the ${model.kind} model in ${path.basename(model.folder)}.${refused === undefined ? '' : unusedVocabulary(input, refused)}`,
        run: (signal, kept) => {
          const ask = sherpaRecogniser(model, timeoutSeconds, hotwords);
          const recogniser = {
            rules: RULES,
            parallel: 1,
            recognise: async (cut: Cut<Chunk>, until: AbortSignal) =>
              linesOf(await ask.words(cut.pcm, until), cut.span, model),
            ...(sileroFor(model) !== undefined && {
              speechIn: (sound: AsyncIterable<Buffer>) =>
                speechByPieces(sound, (pcm) => ask.speech(pcm, signal)),
            }),
          };
          return recogniseSpeech(input, recogniser, signal, kept);
        },
      };
    },
  };
}

function methodOf(model: ChosenSherpa): Settings {
  const { folder, kind } = model;
  const silero = sileroFor(model);
  return {
    version: path.basename(folder),
    kind,
    cutter: CUTTER,
    longest: RULES.longest,
    pause: RULES.pause,
    ...(silero !== undefined && { voice_activity: path.basename(silero) }),
  };
}

/** What a model hears in a second of silence: it was loaded, and it ran. Rejects with why it does not load. */
export async function hearSilence(
  model: ChosenSherpa,
  timeoutSeconds: number | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { text } = await sherpaRecogniser(model, timeoutSeconds).words(Buffer.alloc(SAMPLE_RATE * 2), signal);
  return text.trim();
}

/** The lines of a piece of sound, in the language that was heard in it, or the only one that the model knows. */
export function linesOf(
  result: SherpaResult,
  span: Span,
  { installed }: Pick<ChosenSherpa, 'installed'>,
): SpeechLine[] {
  const language = languageIn(result.lang, installed?.manifest.languages);
  const words = wordsOfTokens(result, span);
  const text = result.text.trim();
  const lines = words.length > 0 ? linesOfWords(words) : text === '' ? [] : [{ text, ...timesOf(span) }];
  return language === undefined ? lines : lines.map((line) => ({ ...line, language }));
}

const timesOf = ({ start, end }: Span) => ({ start, end });

/** @param known those that the model knows; empty for any */
function languageIn(heard: string | undefined, known: readonly string[] = []): string | undefined {
  const [code] = /^[a-z]{2}$/.exec(heard?.replace(/^<\||\|>$/g, '').toLowerCase() ?? '') ?? [];
  return code ?? (known.length === 1 ? known[0] : undefined);
}
