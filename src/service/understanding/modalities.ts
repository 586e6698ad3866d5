import type { ServiceConfig } from '../context/config.ts';
import { measuredSound } from './audio/provider.ts';
import type { Sense, SenseProvider } from './port.ts';
import { noSceneText, onDeviceSceneText } from './scene-text/on-device.ts';
import { endpointScenes } from './scenes/endpoint/provider.ts';
import { noPicture, pictureFacts } from './scenes/facts.ts';
import { speechProvidersFor } from './speech/providers.ts';

/** Every sense there is. */
export const SENSES: readonly Sense[] = [
  'speech',
  'scene_text',
  'visual_scene_description',
  'audio_description',
];

/** Those that look; the others listen. */
export const VISUAL: readonly Sense[] = ['scene_text', 'visual_scene_description'];

type Config = Pick<ServiceConfig, 'speech' | 'vision'>;

/** How the providers of each sense are chosen, in the order they are asked; the last one always has a plan. */
const PROVIDERS: { readonly [S in Sense]: (config: Config) => readonly SenseProvider<S>[] } = {
  speech: ({ speech }) => speechProvidersFor(speech),
  scene_text: () => [onDeviceSceneText, noSceneText],
  visual_scene_description: ({ vision }) => [
    ...(vision ? [endpointScenes(vision)] : []),
    pictureFacts,
    noPicture,
  ],
  audio_description: () => [measuredSound],
};

/** The providers of a sense under this configuration. */
export function providersFor<S extends Sense>(config: Config, sense: S): readonly SenseProvider<S>[] {
  return PROVIDERS[sense](config);
}

/** What of a collection, or of a describe job, decides which senses are needed. */
export interface SensesOf {
  collection_type: string;
  /** The describe_config of a media-descriptions collection. */
  describe_config?: { [S in Sense as `enable_${S}`]?: boolean | undefined } | undefined;
}

/** Senses that are left out unless they are asked for, as the interface has it for describe jobs. */
const ON_REQUEST: readonly Sense[] = ['audio_description'];

/** The senses a file needs: its collection's, without those of sight for audio and of hearing for images. */
export function sensesFor(collection: SensesOf, mediaType: string | null): Sense[] {
  const blind = mediaType === 'audio';
  const deaf = mediaType === 'image';
  return wanted(collection).filter((sense) => (VISUAL.includes(sense) ? !blind : !deaf));
}

function wanted({ collection_type: type, describe_config: config }: SensesOf): Sense[] {
  if (type === 'rich-transcripts') return ['speech'];
  if (type === 'metadata' || type === 'face-analysis') return [];
  const standard = SENSES.filter((sense) => !ON_REQUEST.includes(sense));
  if (type !== 'media-descriptions') return standard;
  return SENSES.filter((sense) => config?.[`enable_${sense}`] ?? standard.includes(sense));
}
