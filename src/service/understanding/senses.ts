import type { Sense, SenseProvider } from './port.ts';
import { noSceneText, onDeviceSceneText } from './scene-text/on-device.ts';
import { noSpeech, sidecarSpeech } from './speech/sidecar.ts';
import { subtitleTrackSpeech } from './speech/subtitle-track.ts';

/** Every sense there is. */
export const SENSES: readonly Sense[] = ['speech', 'scene_text'];

/** The providers of each sense in the order they are asked; the last one always has a plan. */
export const PROVIDERS: { readonly [S in Sense]: readonly SenseProvider<S>[] } = {
  speech: [sidecarSpeech, subtitleTrackSpeech, noSpeech],
  scene_text: [onDeviceSceneText, noSceneText],
};

/** What of a collection decides which senses its members need. */
export interface SensesOf {
  collection_type: string;
  /** The describe_config of a media-descriptions collection. */
  describe_config?:
    | { enable_speech?: boolean | undefined; enable_scene_text?: boolean | undefined }
    | undefined;
}

/** The senses a member needs: its collection's, without those of sight for audio. */
export function sensesFor(collection: SensesOf, mediaType: string | null): Sense[] {
  return wanted(collection).filter((sense) => sense === 'speech' || mediaType !== 'audio');
}

function wanted({ collection_type: type, describe_config: config }: SensesOf): Sense[] {
  if (type === 'rich-transcripts') return ['speech'];
  if (type === 'metadata' || type === 'face-analysis') return [];
  if (type !== 'media-descriptions') return [...SENSES];
  return SENSES.filter((sense) => config?.[`enable_${sense}`] !== false);
}
