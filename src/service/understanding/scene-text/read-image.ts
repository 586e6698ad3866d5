import { type Grey, toGreyMap } from '../../../media/index.ts';
import { type FoundLine, findLines } from './lines/find-lines.ts';
import { writePage } from './lines/page.ts';
import { linesOfPage } from './lines/words.ts';
import type { PictureLine } from './picture-line.ts';
import { readPicture } from './recogniser.ts';
import { ENGLISH, type TextLanguage } from './text-language.ts';
import { type Quarters, turned, turnedBack } from './turn.ts';

/** Name of the method in the settings of stored results: change it when the method reads differently. */
export const METHOD = 'lines found by brightness and colour and cleaned, turned if unread, 7';

/** A line of about this many letters with good contrast: textures seldom look like one. */
const SURE_LINE = 7;

/**
 * Reads the lines of text in a picture, roughly in reading order. Lines are located first, and the recogniser gets only
 * those, clean, black on white and in one size; a picture without lines needs no recogniser. If nothing can be read, the
 * picture may be upside down or on its side. Rejects with a readable reason.
 * @param turn whether to try that, which takes up to three times as long
 */
export async function readImage(
  grey: Grey,
  signal: AbortSignal,
  turn = true,
  language = ENGLISH,
): Promise<PictureLine[]> {
  const how = { signal, language };
  const found = findLines(grey);
  const upright = await readLines(grey, found, how);
  if (upright.length > 0 || !turn) return upright;
  const overhead = isSure(found) ? await readTurned(grey, 2, how) : [];
  return overhead.length > 0 ? overhead : readOnSide(grey, how);
}

/** Whether there is text in a picture, read or not. */
export const hasText = (grey: Grey): boolean => isSure(findLines(grey));

interface How {
  readonly signal: AbortSignal;
  readonly language: TextLanguage;
}

/** Lines are found in a text and in the same text upside down alike; only one of them can be read. */
async function readOnSide(grey: Grey, how: How): Promise<PictureLine[]> {
  const side = turned(grey, 1);
  const found = findLines(side);
  if (!isSure(found)) return [];
  const read = await readLines(side, found, how);
  return read.length > 0 ? turnedBack(read, 1) : readTurned(grey, 3, how);
}

async function readTurned(grey: Grey, quarters: Quarters, how: How): Promise<PictureLine[]> {
  const picture = turned(grey, quarters);
  return turnedBack(await readLines(picture, findLines(picture), how), quarters);
}

async function readLines(
  picture: Grey,
  found: readonly FoundLine[],
  { signal, language }: How,
): Promise<PictureLine[]> {
  if (found.length === 0) return [];
  const { page, places } = writePage(found);
  return linesOfPage(await readPicture(toGreyMap(page), signal, language), places, picture);
}

function isSure(found: readonly FoundLine[]): boolean {
  return found.some(({ score }) => score >= SURE_LINE);
}
