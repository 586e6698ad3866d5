import type { Modality } from '../../contract/index.ts';
import { messageOf } from '../errors.ts';
import type { UnderstandingConfig } from './context.ts';
import { findTesseract } from './scene-text/tesseract.ts';
import { speechStatus } from './speech/status.ts';

/** How one modality stands on this machine. */
export interface ModalityStatus {
  readonly sense: Modality | 'faces' | 'language';
  /** The provider in use; null where nothing can. */
  readonly provider: string | null;
  /** How good that is, or why there is none. */
  readonly quality: string;
  /** How to get a better one; null where there is none better. */
  readonly better: string | null;
}

/** Looks at every modality without analysing anything. */
export async function modalitiesStatus(config: UnderstandingConfig): Promise<ModalityStatus[]> {
  return [await speech(config), sceneText(), sceneDescription(config), sound, faces, language(config)];
}

/** How to audioPassOf better than what hears now. @param advice for where nothing hears */
function betterSpeech(active: string | undefined, advice: string): string | null {
  const endpoint = 'vau service config set speech_url URL, with the address of a transcription endpoint';
  if (active === 'endpoint') return null;
  if (active === 'sherpa-onnx') return endpoint;
  const model = 'vau service config set sherpa_model_dir FOLDER, with a sherpa-onnx model in it';
  return active === 'pocketsphinx' ? `${model}; or ${endpoint}` : advice;
}

/** Subtitles come first where a file has them; what counts here is what hears files that have none. */
async function speech({ speech: config }: UnderstandingConfig): Promise<ModalityStatus> {
  const { providers, advice } = await speechStatus(config);
  const listening = providers.filter(({ name }) => name !== 'sidecar' && name !== 'subtitle-track');
  const active = listening.find(({ ready }) => ready);
  const subtitles = providers.some(({ name }) => name === 'sidecar')
    ? 'subtitles where there are some, else '
    : '';
  return {
    sense: 'speech',
    provider: active ? `${subtitles}${active.name}` : subtitles ? 'subtitles' : null,
    quality:
      active?.words ??
      `nothing hears speech (${listening.map(({ name, words }) => `${name}: ${words}`).join('; ')})`,
    better: betterSpeech(active?.name, advice),
  };
}

function sceneText(): ModalityStatus {
  const sense = 'scene_text';
  try {
    const { version } = findTesseract();
    const quality = 'English print: more than 99 of 100 words of clear writing';
    return { sense, provider: `tesseract.js ${version}`, quality, better: null };
  } catch (error) {
    return {
      sense,
      provider: null,
      quality: messageOf(error),
      better: 'npm install -g vau-cli --include=optional',
    };
  }
}

function sceneDescription({ vision }: UnderstandingConfig): ModalityStatus {
  const sense = 'visual_scene_description';
  if (vision) {
    const quality = `as good as ${vision.model} at ${new URL(vision.url).origin}`;
    return { sense, provider: 'vision-endpoint', quality, better: null };
  }
  const quality = 'measured facts only: brightness, colours, movement, length of shots, text seen';
  const better = 'vau service config set vision_url URL, with the address of an endpoint whose model sees';
  return { sense, provider: 'picture-facts', quality, better };
}

const sound: ModalityStatus = {
  sense: 'audio_description',
  provider: 'measured',
  quality: 'measured facts only: loudness, silence, speech or not, music or not',
  better: null,
};

const faces: ModalityStatus = {
  sense: 'faces',
  provider: 'face-api',
  quality: 'faces of 40 pixels and more, the same person found again; no names, age or gender',
  better: null,
};

/** What reads the words that were recognised, and takes entities out of them. */
function language({ language: endpoint }: UnderstandingConfig): ModalityStatus {
  const sense = 'language';
  if (endpoint) {
    const quality = `as good as ${endpoint.model} at ${new URL(endpoint.url).origin}; its answers are checked against the schema`;
    return { sense, provider: 'language-endpoint', quality, better: null };
  }
  const quality =
    'quotes only: people, places, organizations, dates, money, quantities, e-mail, web addresses, telephone numbers, and ' +
    'the values of an enum that are said, in English; what needs judgement is left out';
  const better = 'vau service config set language_url URL, with the address of an endpoint that chats';
  return { sense, provider: 'typed-extractors', quality, better };
}
