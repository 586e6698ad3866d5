import { type Grey, toGreyMap } from '../../../media/index.ts';
import { findLines } from './lines/find-lines.ts';
import { writePage } from './lines/page.ts';
import { linesOfPage } from './lines/words.ts';
import type { PictureLine } from './picture-line.ts';
import { readPicture } from './recogniser.ts';

/** The way of reading, for the settings that results are kept under: a change here that reads otherwise gets another. */
export const METHOD = 'lines found and cleaned, 3';

/**
 * Reads the lines of text in a picture, in about the order in which a reader meets them. Lines are looked for first,
 * and the recogniser gets them alone, clean, black on white and of one size; a picture without any costs no
 * recogniser. Rejects with a readable reason.
 */
export async function readImage(grey: Grey, signal: AbortSignal): Promise<PictureLine[]> {
  const found = findLines(grey);
  if (found.length === 0) return [];
  const { page, places } = writePage(found);
  return linesOfPage(await readPicture(toGreyMap(page), signal), places, grey);
}
