/** The languages that text can be read in, and the one of a film: what was read of its first pictures says it. */

import path from 'node:path';
import type { Grey } from '../../../../media/index.ts';
import { installedModels } from '../../../models/index.ts';
import { nameLanguage, scriptOfLanguage } from '../../../text/analyse/index.ts';
import type { PictureLine } from './lines/word-boxes.ts';

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

/** Pictures that are kept until the language is known, to be read again: 1 MB each. */
const MOST_KEPT = 12;

/** With so many letters the language of a film is clear. */
const ENOUGH_LETTERS = 60;

/** Pictures with lines of which English reads none, before languages of other scripts are tried. */
const UNREAD = 2;

/** So many letters of another script are no texture. */
const LEAST_LETTERS = 6;

export type ReadIn = (grey: Grey, language: TextLanguage) => Promise<PictureLine[]>;

/** Finds out in which language the text of a film is. */
export interface FilmLanguage {
  /** The language to read the next picture in. */
  readonly current: TextLanguage;
  /**
   * Takes what was read in a picture.
   * @param at its number
   * @param hasLines whether lines were found in it, read or not
   * @returns earlier pictures, this one too, read again in the language that was recognised now; by number
   */
  saw(
    at: number,
    grey: Grey,
    lines: readonly PictureLine[],
    hasLines: boolean,
  ): Promise<ReadonlyMap<number, PictureLine[]>>;
}

/** @param installed languages besides English; without any, nothing is kept or recognised */
export function filmLanguage(installed: readonly TextLanguage[], read: ReadIn): FilmLanguage {
  let current = ENGLISH;
  let known = installed.length === 0;
  const kept: { at: number; grey: Grey; lines: readonly PictureLine[] }[] = [];
  const readAgain = async (language: TextLanguage) => {
    current = language;
    known = true;
    const again = new Map<number, PictureLine[]>();
    for (const { at, grey } of kept.splice(0)) again.set(at, await read(grey, language));
    return again;
  };
  return {
    get current() {
      return current;
    },
    async saw(at, grey, lines, hasLines) {
      if (known || !hasLines) return new Map();
      kept.push({ at, grey, lines });
      const language = await recognised(kept, installed, read);
      if (language && language !== ENGLISH) return readAgain(language);
      if (language === ENGLISH || kept.length === MOST_KEPT) {
        known = true;
        kept.length = 0;
      }
      return new Map();
    },
  };
}

/** The language of these pictures, if it is clear and there is data for it. */
async function recognised(
  kept: readonly { readonly grey: Grey; readonly lines: readonly PictureLine[] }[],
  installed: readonly TextLanguage[],
  read: ReadIn,
): Promise<TextLanguage | undefined> {
  const texts = kept.flatMap(({ lines }) => lines.map(({ text }) => text));
  if (lettersIn(texts) >= ENOUGH_LETTERS) {
    const name = await nameLanguage(texts);
    return [ENGLISH, ...installed].find(({ language }) => language === name);
  }
  const unread = kept.filter(({ lines }) => lines.length === 0);
  const others = installed.filter(({ latin }) => !latin);
  if (unread.length !== UNREAD || others.length === 0) return undefined;
  let best: { language: TextLanguage; letters: number } | undefined;
  for (const language of others) {
    const found = await Promise.all(unread.map(({ grey }) => read(grey, language)));
    const letters = lettersIn(found.flat().map(({ text }) => text));
    if (letters >= LEAST_LETTERS && letters > (best?.letters ?? 0)) best = { language, letters };
  }
  return best?.language;
}

const lettersIn = (texts: readonly string[]): number => texts.join('').match(/\p{L}/gu)?.length ?? 0;
