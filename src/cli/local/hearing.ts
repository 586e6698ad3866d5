/** Whether the embedded service of a data folder can recognise speech, with its settings and this environment. */
import { loadService } from './door.ts';

export interface SpeechNow {
  /** What recognises speech, in words; undefined if only subtitles are read. */
  readonly recogniser?: string;
  /** The command that brings one, or a better one. */
  readonly better: string | null;
}

/** Looks what recognises speech; recognises nothing. @throws Error if the settings of the data folder are wrong */
export async function speechNow(dataDir: string): Promise<SpeechNow> {
  const { providers } = await loadService();
  const speech = (await providers(dataDir)).find(({ modality }) => modality === 'speech');
  if (!speech?.provider || speech.provider === 'subtitles') return { better: 'vau setup speech' };
  return { recogniser: `${speech.provider}: ${speech.quality}`, better: speech.better };
}
