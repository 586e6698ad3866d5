import { type Grey, toGreyMap } from '../../../media/index.ts';
import { findTextBoxes } from './detector/finder.ts';
import { writePage } from './lines/page.ts';
import { type StripLine, stripLines } from './lines/strip-lines.ts';
import { linesOfPage, type ReadLine } from './lines/word-boxes.ts';
import type { PictureLine } from './picture-line.ts';
import { readPicture } from './recogniser.ts';
import { confidenceOf } from './same-line.ts';
import { ENGLISH, type TextLanguage } from './text-language.ts';

/** Name of the method in the settings of stored results: change it when the method reads differently. */
export const METHOD = 'lines straightened, found by brightness and colour and cleaned, 9';

/** A line of about this many letters with good contrast: textures seldom look like one. */
const SURE_LINE = 7;

/**
 * Reads the lines of text in a picture, roughly in reading order. A detector finds lines, turned by whatever angle; each is cut out
 * and straightened, and the recogniser gets its letters only, clean, black on white and in one size. A picture without lines needs no
 * recogniser. If nothing can be read, the picture may be upside down. Rejects with a readable reason.
 * @param turn whether to try that, which takes twice as long
 */
export async function readImage(
  grey: Grey,
  signal: AbortSignal,
  turn = true,
  language = ENGLISH,
): Promise<PictureLine[]> {
  return (await lookAtImage(grey, signal, turn, language)).lines;
}

/** What was read in a picture. */
export interface ReadPicture {
  readonly lines: PictureLine[];
  /** Whether there is text in it, read or not. */
  readonly hasText: boolean;
}

/** Reads a picture as `readImage` does. */
export async function lookAtImage(
  grey: Grey,
  signal: AbortSignal,
  turn: boolean,
  language: TextLanguage,
): Promise<ReadPicture> {
  const boxes = await findTextBoxes(grey, signal);
  const how = { grey, signal, language };
  const upright = stripLines(grey, boxes, false);
  const lines = await readLines(upright, how);
  const hasText = lines.length > 0 || upright.some(({ score }) => score >= SURE_LINE);
  if (lines.length > 0 || !turn || !hasText) return { lines, hasText };
  return { lines: await readLines(stripLines(grey, boxes, true), how), hasText };
}

interface How {
  readonly grey: Grey;
  readonly signal: AbortSignal;
  readonly language: TextLanguage;
}

async function readLines(
  found: readonly StripLine[],
  { grey, signal, language }: How,
): Promise<PictureLine[]> {
  if (found.length === 0) return [];
  const { page, places } = writePage(found);
  const read = linesOfPage(await readPicture(toGreyMap(page), signal, language), places, grey);
  return read.filter(({ of }) => isBestWay(of, read)).map(({ text, words }) => ({ text, words }));
}

/** Whether a line is read the way round in which its box is read best. */
function isBestWay({ box, turned }: StripLine, read: readonly ReadLine[]): boolean {
  const sureness = (way: number) =>
    read
      .filter(({ of }) => of.box === box && of.turned === way)
      .reduce((sum, line) => sum + confidenceOf(line) * line.text.length, 0);
  return read.every(({ of }) => of.box !== box || sureness(of.turned) <= sureness(turned));
}
