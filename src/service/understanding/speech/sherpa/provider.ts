import path from 'node:path';
import type { SpeechConfig } from '../../../context/speech-settings.ts';
import { trackOf } from '../../audio/track.ts';
import type { SpeechLine } from '../../lines.ts';
import type { ModalityProvider, Settings } from '../../port.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { speechByPieces } from '../../voice-activity/by-pieces.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import { linesOfWords } from '../lines-of-words.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { unusedVocabulary } from '../vocabulary.ts';
import { hotwordsOf, whyNoVocabulary } from './hotwords.ts';
import { type ChosenSherpa, modelFor } from './model-for.ts';
import type { SherpaResult } from './module.ts';
import { sherpaRecogniser, sileroFor } from './recogniser.ts';
import { wordsOfTokens } from './tokens-to-words.ts';

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
            ...{ rules: RULES, parallel: 1 },
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
    ...{ version: path.basename(folder), kind, cutter: CUTTER, longest: RULES.longest, pause: RULES.pause },
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
