import { chooseAudio, mainAudio, probe } from '../../../../media/index.ts';
import type { ModalityInput, Settings } from '../port.ts';

/** The audio track that is understood. */
export interface Track {
  /** As part of a plan's settings; empty for the first track, as in older results. */
  readonly settings: Settings;
  /** Its language code, if the media says so. */
  readonly language: string | null;
}

/** The audio track that is understood: of the language asked for, else the default one, else the first. */
export async function trackOf({ mediaPath, ffmpeg, hearing }: ModalityInput): Promise<Track> {
  const probed = await probe(mediaPath, { ffmpeg });
  const track = chooseAudio(probed, hearing?.audioLanguage);
  const settings: Settings = !track || track === mainAudio(probed) ? {} : { stream: track.index };
  return { settings, language: track?.language ?? null };
}
