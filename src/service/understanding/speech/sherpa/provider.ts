import path from 'node:path';
import { trackOf } from '../../audio/track.ts';
import type { SpeechLine } from '../../lines.ts';
import type { ModalityProvider, Settings } from '../../port.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import { linesOfWords } from '../lines-of-words.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { unusedVocabulary } from '../vocabulary.ts';
import { sherpaConfig } from './config.ts';
import { type ChosenSherpa, modelFor } from './model-for.ts';
import { loadSherpa, type SherpaRecognizer } from './module.ts';
import { sileroFor, speechIn } from './silero.ts';
import { wordsOfTokens } from './words.ts';

/** Whisper processes 30 seconds at a time; shorter chunks also give better times if a model has none. */
const RULES = { longest: 25, pause: 1 };

/** Speech recognised on this machine by a model that vau setup brought, or one in a folder of the user's. */
export function sherpaSpeech(dataDir: string, folder: string | undefined): ModalityProvider<'speech'> {
  return {
    modality: 'speech',
    async maker() {
      const model = await modelFor(dataDir, folder);
      return model && { provider: 'sherpa-onnx', settings: methodOf(model) };
    },
    async plan(input) {
      const model = await modelFor(dataDir, folder);
      if (!model) return undefined;
      return {
        provider: 'sherpa-onnx',
        settings: { ...methodOf(model), ...(await trackOf(input)).settings },
        quality: `As good as the ${model.kind} model in ${path.basename(model.folder)}.${unusedVocabulary(input)}`,
        run: (signal, kept) => {
          const load = once(() => loadRecogniser(model));
          const recognise = async (cut: Cut<Chunk>) => recogniseChunk(await load(), cut);
          const silero = sileroFor(model);
          const detector = silero !== undefined && {
            speechIn: async (sound: AsyncIterable<Buffer>) =>
              speechIn(await loadSherpa(model), silero, sound),
          };
          const recogniser = { rules: RULES, parallel: 1, recognise, ...detector };
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

/** What a model hears in a second of silence: it was loaded, and it ran. @throws Error if it does not load */
export async function hearSilence(model: ChosenSherpa): Promise<string> {
  const recogniser = await loadRecogniser(model);
  const lines = await recogniseChunk(recogniser, {
    span: { start: 0, end: 1, spans: [] },
    pcm: Buffer.alloc(SAMPLE_RATE * 2),
  });
  return lines.map(({ text }) => text).join(' ');
}

/** Keeps one model in memory: the next file will probably need it. */
let loaded: { folder: string; recogniser: SherpaRecognizer } | undefined;

async function loadRecogniser(model: ChosenSherpa): Promise<SherpaRecognizer> {
  if (loaded?.folder === model.folder) return loaded.recogniser;
  const { OfflineRecognizer } = await loadSherpa(model);
  const recogniser = new OfflineRecognizer(sherpaConfig(model));
  loaded = { folder: model.folder, recogniser };
  return recogniser;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function recogniseChunk(
  recogniser: SherpaRecognizer,
  { span, pcm }: Cut<Chunk>,
): Promise<SpeechLine[]> {
  const stream = recogniser.createStream();
  const samples = Float32Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2) / 32_768);
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  if (recogniser.decodeAsync) await recogniser.decodeAsync(stream);
  else recogniser.decode(stream);
  const result = recogniser.getResult(stream);
  const words = wordsOfTokens(result, span);
  if (words.length > 0) return linesOfWords(words);
  const text = result.text.trim();
  return text === '' ? [] : [{ text, start: span.start, end: span.end }];
}
