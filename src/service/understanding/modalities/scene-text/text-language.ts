import path from 'node:path';
import { installedModels } from '../../../models/index.ts';
import { scriptOfLanguage } from '../../../text/analyse/index.ts';

/** Language data of the recogniser. */
export interface TextLanguage {
  /** As the recogniser names it: `deu`. */
  readonly code: string;
  /** ISO 639-1, as texts are recognised: `de`. */
  readonly language: string;
  readonly latin: boolean;
  /** The folder of its data; undefined for the packaged English. */
  readonly folder?: string;
  /** Changes when other data is installed. */
  readonly version: string;
}

/** The one that is packaged. */
export const ENGLISH: TextLanguage = { code: 'eng', language: 'en', latin: true, version: '' };

const DATA = '.traineddata.gz';

/** The languages that vau setup brought, sorted by code. */
export function textLanguages(dataDir: string): TextLanguage[] {
  return installedModels(dataDir, 'text').flatMap(({ folder, manifest }) => {
    const [language = 'und'] = manifest.languages;
    return manifest.files
      .filter((file) => file.path.endsWith(DATA))
      .map((file) => ({
        code: path.posix.basename(file.path, DATA),
        language,
        latin: scriptOfLanguage(language) === 'Latn',
        folder: path.join(folder, path.dirname(file.path)),
        version: file.sha256.slice(0, 12),
      }));
  });
}
