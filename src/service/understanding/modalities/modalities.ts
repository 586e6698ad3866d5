/** Which modalities run for a collection, and the providers of each in the order in which they are tried. */

import type { Modality } from '../../../contract/index.ts';
import { measuredSound } from './audio/provider.ts';
import type { UnderstandingConfig } from './context.ts';
import type { Hearing, ModalityProvider } from './port.ts';
import { noSceneText, onDeviceSceneText } from './scene-text/on-device.ts';
import { endpointScenes } from './scenes/endpoint/provider.ts';
import { noPicture, pictureFacts } from './scenes/facts.ts';
import { speechProvidersFor } from './speech/sources.ts';

/** The modalities that use the picture; the others use the audio. */
export const VISUAL: readonly Modality[] = ['scene_text', 'visual_scene_description'];

/** The providers of each modality, in the order in which they are tried; the last one always has a plan. */
const PROVIDERS: {
  readonly [S in Modality]: (
    config: UnderstandingConfig,
    hearing?: Hearing,
  ) => readonly ModalityProvider<S>[];
} = {
  speech: (config, hearing) => speechProvidersFor(config, hearing),
  scene_text: ({ dataDir }) => [onDeviceSceneText(dataDir), noSceneText],
  visual_scene_description: ({ vision, objects }) => [
    ...(vision ? [endpointScenes(vision)] : []),
    pictureFacts(objects),
    noPicture,
  ],
  audio_description: () => [measuredSound],
};

/** All modalities. */
export const MODALITIES = Object.keys(PROVIDERS) as readonly Modality[];

/** The providers of a modality under this configuration. */
export function providersFor<S extends Modality>(
  config: UnderstandingConfig,
  modality: S,
  hearing?: Hearing,
): readonly ModalityProvider<S>[] {
  return PROVIDERS[modality](config, hearing);
}

/** The options of a collection or describe job that decide which modalities run. */
export interface ModalityChoice {
  collection_type: string;
  /** The describe_config or transcribe_config of a media-descriptions or rich-transcripts collection. */
  describe_config?: { [S in Modality as `enable_${S}`]?: boolean | undefined } | undefined;
}

/** Modalities that run only on request, as the API says for describe jobs. */
const ON_REQUEST: readonly Modality[] = ['audio_description'];

/** The modalities of a file: its collection's, without visual ones for audio and audio ones for images. */
export function modalitiesFor(collection: ModalityChoice, mediaType: string | null): Modality[] {
  const blind = mediaType === 'audio';
  const deaf = mediaType === 'image';
  return wanted(collection).filter((modality) => (VISUAL.includes(modality) ? !blind : !deaf));
}

function wanted({ collection_type: type, describe_config: config }: ModalityChoice): Modality[] {
  if (type === 'metadata' || type === 'face-analysis') return [];
  const heard = type === 'rich-transcripts';
  const standard = MODALITIES.filter((one) => (heard ? one === 'speech' : !ON_REQUEST.includes(one)));
  if (!heard && type !== 'media-descriptions') return standard;
  return MODALITIES.filter((modality) => config?.[`enable_${modality}`] ?? standard.includes(modality));
}
