import type { VauFile } from '../../../contract/index.ts';
import type { SpeechProviderName } from '../../context/speech-settings.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Json } from '../../store/sql/schema.ts';
import type { Hearing } from '../../understanding/index.ts';
import type { FileRow } from '../common/lookup.ts';

/** What a file was given for the recognition of its speech, as in the column `hearing`. */
export interface HearingSettings {
  readonly provider?: SpeechProviderName;
  readonly audio_language?: string;
  readonly vocabulary?: readonly string[];
  /** Names by provider and label: the labels of one recogniser mean nothing to another. */
  readonly speakers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type Heard = Pick<FileRow, 'hearing' | 'transcript_key'>;

export function settingsOf({ hearing }: Pick<FileRow, 'hearing'>): HearingSettings {
  return fromJson<HearingSettings>(hearing) ?? {};
}

/** The settings as they are stored; null if there are none. Fields that are undefined are left out. */
export function storedHearing(
  settings: { [K in keyof HearingSettings]: HearingSettings[K] | undefined },
): Json | null {
  return Object.values(settings).some((value) => value !== undefined) ? toJson(settings) : null;
}

/** How the speech of a file is to be recognised. @param more names and terms besides the file's own */
export function hearingFor(file: Heard, more: readonly string[]): Hearing {
  const { provider, audio_language: audioLanguage, vocabulary = [], speakers = {} } = settingsOf(file);
  return {
    ...(file.transcript_key === null ? {} : { transcriptKey: file.transcript_key }),
    ...(provider && { provider }),
    ...(audioLanguage && { audioLanguage }),
    vocabulary: [...new Set([...vocabulary, ...more])],
    speakers,
  };
}

/** As the API shows it; undefined for a file that was given nothing. */
export function shownHearing(file: Heard): VauFile['hearing'] {
  if (file.hearing === null && file.transcript_key === null) return undefined;
  const { speakers, vocabulary, ...settings } = settingsOf(file);
  return {
    corrected: file.transcript_key !== null,
    ...settings,
    ...(vocabulary && { vocabulary: [...vocabulary] }),
    ...(speakers && { speakers: Object.assign({}, ...Object.values(speakers)) }),
  };
}
