import type { Modality } from '../../contract/index.ts';
import { measuredSound } from './audio/provider.ts';
import type { UnderstandingConfig } from './context.ts';
import type { ModalityProvider } from './port.ts';
import { noSceneText, onDeviceSceneText } from './scene-text/on-device.ts';
import { endpointScenes } from './scenes/endpoint/provider.ts';
import { noPicture, pictureFacts } from './scenes/facts.ts';
import { speechProvidersFor } from './speech/providers.ts';

/** Every modality there is. */
export const MODALITIES: readonly Modality[] = [
  'speech',
  'scene_text',
  'visual_scene_description',
  'audio_description',
];

/** Those that look; the others listen. */
export const VISUAL: readonly Modality[] = ['scene_text', 'visual_scene_description'];

/** How the providers of each modality are chosen, in the order they are asked; the last one always has a plan. */
const PROVIDERS: {
  readonly [S in Modality]: (config: UnderstandingConfig) => readonly ModalityProvider<S>[];
} = {
  speech: ({ speech }) => speechProvidersFor(speech),
  scene_text: () => [onDeviceSceneText, noSceneText],
  visual_scene_description: ({ vision }) => [
    ...(vision ? [endpointScenes(vision)] : []),
    pictureFacts,
    noPicture,
  ],
  audio_description: () => [measuredSound],
};

/** The providers of a modality under this configuration. */
export function providersFor<S extends Modality>(
  config: UnderstandingConfig,
  modality: S,
): readonly ModalityProvider<S>[] {
  return PROVIDERS[modality](config);
}

/** What of a collection, or of a describe job, decides which modalities are needed. */
export interface ModalityChoice {
  collection_type: string;
  /** The describe_config or transcribe_config of a media-descriptions or rich-transcripts collection. */
  describe_config?: { [S in Modality as `enable_${S}`]?: boolean | undefined } | undefined;
}

/** Modalities that are left out unless they are asked for, as the interface has it for describe jobs. */
const ON_REQUEST: readonly Modality[] = ['audio_description'];

/** The modalities a file needs: its collection's, without the visual ones for audio and the audio ones for images. */
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
