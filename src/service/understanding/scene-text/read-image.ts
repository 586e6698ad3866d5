import { type Grey, toGreyMap } from '../../../media/index.ts';
import { findLines } from './lines/find-lines.ts';
import { writePage } from './lines/page.ts';
import { linesOfPage } from './lines/words.ts';
import type { PictureLine } from './picture-line.ts';
import { readPicture } from './recogniser.ts';

/** Name of the method in the settings of stored results: change it when the method reads differently. */
export const METHOD = 'lines found and cleaned, 4';

/**
 * Reads the lines of text in a picture, roughly in reading order. Lines are located first, and the recogniser gets only
 * those, clean, black on white and in one size; a picture without lines needs no recogniser. Rejects with a readable
 * reason.
 */
export async function readImage(grey: Grey, signal: AbortSignal): Promise<PictureLine[]> {
  const found = findLines(grey);
  if (found.length === 0) return [];
  const { page, places } = writePage(found);
  return linesOfPage(await readPicture(toGreyMap(page), signal), places, grey);
}
