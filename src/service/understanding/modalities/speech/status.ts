import type { SpeechConfig, SpeechProviderName } from '../../../context/speech-settings.ts';
import { SPEECH_ADVICE } from './none.ts';
import { type Recogniser, speechSources } from './sources.ts';

/** The status of one speech provider. */
export interface ProviderStatus {
  readonly name: SpeechProviderName;
  readonly ready: boolean;
  /** Its quality, or why it is not ready and what to do. */
  readonly words: string;
  /** What is known of it if it hears; undefined for text that came with the media. */
  readonly recogniser: Recogniser | undefined;
}

/** Speech recognition on this machine: each provider in the order in which it is tried, and how to get a better one. */
export interface SpeechStatus {
  readonly providers: readonly ProviderStatus[];
  readonly advice: string;
}

/** Checks every configured provider, without recognising anything. */
export async function speechStatus(config: SpeechConfig, dataDir: string): Promise<SpeechStatus> {
  const providers = config.providers.map(async (name) => ({
    name,
    ...(await speechSources[name].status(config, dataDir)),
    recogniser: speechSources[name].recogniser,
  }));
  return { providers: await Promise.all(providers), advice: SPEECH_ADVICE };
}
