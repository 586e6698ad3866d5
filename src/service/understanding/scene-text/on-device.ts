import { damageGaps } from '../held-gaps.ts';
import type { ModalityInput, ModalityProvider, ModalityResult, Settings } from '../port.ts';
import { DETECTOR } from './detector/finder.ts';
import { filmLanguage } from './film-language.ts';
import { MIN_CONFIDENCE } from './lines/word-boxes.ts';
import type { PictureLine } from './picture-line.ts';
import { joinRanges, type ReadKeyframe } from './ranges.ts';
import { lookAtImage, METHOD, readImage } from './read-image.ts';
import { CHANGED, isSamePicture } from './same-picture.ts';
import { findTesseract, LANGUAGE_DATA, PAGE_MODE } from './tesseract.ts';
import { type TextLanguage, textLanguages } from './text-language.ts';

const PROVIDER = 'tesseract.js';

/**
 * Whether to look for text that is upside down in the next picture of a film if nothing can be read in it. Most films have none, so
 * after four pictures one in eight is tried. A picture that could be read does not count, so that text that is found is followed.
 * @param unread pictures of the film so far in which nothing was read
 */
export function isTurnTried(unread: number): boolean {
  return unread < 4 || unread % 8 === 0;
}

/** @throws Error if the recogniser is not installed */
function methodOf(languages: readonly TextLanguage[]): Settings {
  return {
    version: `${findTesseract().version} with ${DETECTOR}`,
    language: ['eng', ...languages.map((one) => `${one.code} ${one.version}`)].join(', '),
    data: LANGUAGE_DATA,
    method: METHOD,
    detector: DETECTOR,
    page_mode: PAGE_MODE,
    min_confidence: MIN_CONFIDENCE,
    unchanged_below: CHANGED,
  };
}

/**
 * On-screen text read from key frames on this machine: in English, or in another language that vau setup brought, if that
 * is the film's. A key frame that cannot be read becomes a note and does not stop the others; if none can be read, the
 * modality fails with the first one's reason.
 */
export const onDeviceSceneText = (dataDir: string): ModalityProvider<'scene_text'> => ({
  modality: 'scene_text',
  maker: async () => ({ provider: PROVIDER, settings: methodOf(textLanguages(dataDir)) }),
  async plan(input) {
    const { times } = input.visualPass;
    if (times.length === 0) return undefined;
    const languages = textLanguages(dataDir);
    return {
      provider: PROVIDER,
      settings: {
        ...methodOf(languages),
        keyframes: times.map((time) => time.toFixed(3)).join(' '),
      },
      needs: 'pictures',
      run: (signal) => readAll(input, languages, signal),
    };
  },
});

/** The provider for files without pictures. */
export const noSceneText: ModalityProvider<'scene_text'> = {
  modality: 'scene_text',
  async plan() {
    const notes = ['There are no key frames, so no on-screen text was read.'];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};

async function readAll(
  { visualPass, report }: ModalityInput,
  languages: readonly TextLanguage[],
  signal: AbortSignal,
): Promise<ModalityResult<'scene_text'>> {
  const read: ReadKeyframe[] = [];
  const notes: string[] = [];
  const unreadable: { start: number; end: number }[] = [];
  const film = filmLanguage(languages, (grey, language) => readImage(grey, signal, false, language));
  let unread = 0;
  let last: { small: Uint8Array | undefined; lines: PictureLine[] } | undefined;
  for await (const keyframe of visualPass.pictures(signal)) {
    try {
      const { grey, time, small } = keyframe;
      if (!last || !isSamePicture(small, last.small)) {
        const { lines, hasText } = await lookAtImage(grey, signal, isTurnTried(unread), film.current);
        if (lines.length === 0) unread += 1;
        const again = await film.saw(read.length, grey, lines, hasText);
        // Key frames that show the same picture share its lines.
        for (const [at, better] of again) read[at]?.lines.splice(0, Number.POSITIVE_INFINITY, ...better);
        last = { small, lines: again.get(read.length) ?? lines };
      }
      read.push({ time, lines: last.lines });
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      notes.push(`The key frame at ${keyframe.time.toFixed(1)} s could not be read: ${reason}`);
      unreadable.push({ start: keyframe.time, end: keyframe.time });
    }
    report?.('scene_text', read.length + notes.length, visualPass.times.length);
  }
  if (read.length === 0 && notes[0]) throw new Error(notes[0]);
  return { lines: joinRanges(read), notes, gaps: damageGaps(unreadable) };
}
