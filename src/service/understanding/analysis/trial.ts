import path from 'node:path';
import * as z from 'zod';
import { toGreyMap } from '../../../media/index.ts';
import type { UnderstandingConfig } from '../modalities/context.ts';
import { pictureEncoder } from '../modalities/pictures/index.ts';
import { findTextBoxes } from '../modalities/scene-text/detector/finder.ts';
import { ENGLISH, textLanguages } from '../modalities/scene-text/languages.ts';
import { readPicture } from '../modalities/scene-text/recogniser.ts';
import { speakersModel, speakersProcess } from '../modalities/speakers/model.ts';
import { wordsOf } from '../modalities/speech/moonshine/tokens-to-words.ts';
import { askMoonshine, moonshineWeights } from '../modalities/speech/moonshine/weights.ts';
import { hearSilence } from '../modalities/speech/sherpa/provider.ts';
import { modelFor } from '../modalities/speech/sherpa/runtime.ts';
import { SAMPLE_RATE } from '../modalities/voice-activity/energies.ts';
import {
  type EncoderConfig,
  encoderFor,
  measureScale,
  sentenceEncoder,
  type TextEncoder,
  tellsApart,
} from '../models/embeddings/index.ts';
import { readWith } from '../models/language/answer.ts';
import { chatSession, WHILE_WAITING } from '../models/language/chat.ts';
import { citedQuestion } from '../models/language/evidence.ts';
import { loadLexicon } from '../models/language/held/lexicon.ts';
import { type LanguageConfig, languageModel } from '../models/language/model.ts';

/** A dark picture without text. */
const PICTURE = { width: 64, height: 64, data: new Uint8Array(64 * 64) };

/** What a model did with a small task. */
export interface Trial {
  readonly model: string;
  /** Milliseconds, its start included. */
  readonly ms: number;
  /** What it made, in a few words for people. */
  readonly made: string;
}

const EVIDENCE = [{ text: 'The harbour opens at nine in the morning.', filename: 'trial', origin: 'said' }];

/**
 * Asks the language model in use one question about one sentence.
 * @returns undefined if there is none
 * @throws Error with a readable reason if it gives no usable answer
 */
export async function tryLanguage(config: LanguageConfig, signal: AbortSignal): Promise<Trial | undefined> {
  const language = languageModel(config);
  if (!language) return undefined;
  const started = performance.now();
  const chat = chatSession(language, WHILE_WAITING);
  const question = citedQuestion('When does the harbour open?', EVIDENCE, await loadLexicon());
  const { sentences } = await chat.ask(question, signal);
  const [first] = sentences;
  const made = first
    ? `“${first.text}”`
    : 'an answer in the right form, without a sentence that it can prove';
  return { model: language.model, ms: Math.round(performance.now() - started), made };
}

const near = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** The vectors that a trial compares. */
const vectors = readWith(
  z.tuple([z.instanceof(Float32Array), z.instanceof(Float32Array), z.instanceof(Float32Array)]),
);

/**
 * Turns three sentences into vectors with the encoder in use, of which two mean the same. Measures one that is not the
 * packaged one on questions and answers, as searches do.
 * @returns undefined if there is none
 * @throws Error with a readable reason if it makes no vectors
 */
export async function tryMeaning(config: EncoderConfig, signal: AbortSignal): Promise<Trial | undefined> {
  const encoder = encoderFor(config);
  if (!encoder) return undefined;
  const started = performance.now();
  const sentences = ['When can boats come in?', 'The harbour opens at nine.', 'She plays the piano.'];
  const [asked, same, other] = vectors(await encoder.encode(sentences, signal));
  const right = near(asked, same) > near(asked, other);
  const closer = right ? 'what means the same is closer' : 'what means the same is not closer';
  const made = `vectors of ${asked.length} numbers; ${closer}${await inSearches(encoder, signal)}`;
  return { model: encoder.model, ms: Math.round(performance.now() - started), made };
}

/** What its vectors are good for. The packaged one is known. */
async function inSearches(encoder: TextEncoder, signal: AbortSignal): Promise<string> {
  if (encoder === sentenceEncoder) return '';
  const scale = await measureScale(encoder, signal);
  const share = `an answer is closer to its question than another line in ${Math.round(scale.apart * 100)} of 100 pairs`;
  const use = tellsApart(scale)
    ? 'searches leave out what is unlikely'
    : 'searches cannot tell what is unlikely with it, and show it too';
  return `; ${share}: ${use}`;
}

/** A picture of one colour in the size of an encoder. */
const plain = (size: number, colour: readonly number[]) =>
  Uint8Array.from({ length: size * size * 3 }, (_, at) => colour[at % 3] ?? 0);

/**
 * Compares a red and a blue picture with a text, by the encoder of pictures in use.
 * @returns undefined if there is none
 * @throws Error with a readable reason if it makes no vectors
 */
export async function tryPictures(dataDir: string, signal: AbortSignal): Promise<Trial | undefined> {
  const encoder = pictureEncoder(dataDir);
  if (!encoder) return undefined;
  const started = performance.now();
  const { size } = encoder.form;
  const texts = await encoder.encode(['a red picture'], signal);
  const pictures = await encoder.encodePictures([plain(size, [255, 0, 0]), plain(size, [0, 0, 255])], signal);
  const [asked, red, blue] = vectors([...texts, ...pictures]);
  const right = near(asked, red) > near(asked, blue);
  const made = `vectors of ${asked.length} numbers; the red picture is ${right ? '' : 'not '}the one that is red`;
  return { model: encoder.model, ms: Math.round(performance.now() - started), made };
}

/**
 * Lets the recogniser in use on this machine hear a second of silence.
 * @returns undefined if there is none
 * @throws Error with a readable reason if it does not load
 */
export async function trySpeech(
  { dataDir, speech }: SpeechTrial,
  signal: AbortSignal,
): Promise<Trial | undefined> {
  const started = performance.now();
  const trial = await silenceHeard(dataDir, speech, signal);
  if (!trial) return undefined;
  const { model, heard } = trial;
  const made = heard === '' ? 'nothing, from a second of silence' : `“${heard}” from a second of silence`;
  return { model, ms: Math.round(performance.now() - started), made };
}

async function silenceHeard(
  dataDir: string,
  { sherpaModelDir, timeoutSeconds }: SpeechTrial['speech'],
  signal: AbortSignal,
) {
  const sherpa = await modelFor(dataDir, sherpaModelDir);
  if (sherpa)
    return { model: path.basename(sherpa.folder), heard: await hearSilence(sherpa, timeoutSeconds, signal) };
  const weights = moonshineWeights(dataDir);
  if (!weights) return undefined;
  const pcm = Buffer.alloc(SAMPLE_RATE * 2);
  const answer = await askMoonshine(weights, timeoutSeconds)({ type: 'words', pcm }, signal);
  const words = answer.type === 'words' ? wordsOf(answer.heard) : [];
  return { model: weights.model, heard: words.map(({ word }) => word).join(' ') };
}

/**
 * Lets the models that tell speakers apart hear a second of silence.
 * @returns undefined if there are none
 * @throws Error with a readable reason if they do not load
 */
export async function trySpeakers(dataDir: string, signal: AbortSignal): Promise<Trial | undefined> {
  const model = speakersModel(dataDir);
  if (!model) return undefined;
  const started = performance.now();
  const process = speakersProcess(model);
  try {
    const { turns } = await process.ask({ pcm: new Uint8Array(2 * SAMPLE_RATE) }, signal);
    const made = turns.length === 0 ? 'nobody, in a second of silence' : 'a speaker, in a second of silence';
    return { model: model.model, ms: Math.round(performance.now() - started), made };
  } finally {
    await process.stop();
  }
}

type SpeechTrial = Pick<UnderstandingConfig, 'dataDir' | 'speech'>;

/**
 * Lets the detector of lines and the recogniser of on-screen text read an empty picture, in English and in each language that vau setup brought.
 * @throws Error with a readable reason if its data does not load
 */
export async function tryText(dataDir: string, signal: AbortSignal): Promise<Trial> {
  const started = performance.now();
  const languages = [ENGLISH, ...textLanguages(dataDir)];
  await findTextBoxes(PICTURE, signal);
  for (const language of languages) await readPicture(toGreyMap(PICTURE), signal, language);
  const model = languages.map(({ code }) => code).join('+');
  return { model, ms: Math.round(performance.now() - started), made: 'nothing, from an empty picture' };
}
