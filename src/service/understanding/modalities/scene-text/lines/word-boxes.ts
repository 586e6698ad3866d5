/**
 * Lines of text as a page for the recogniser, and back: boxes are cut to strips (strip-lines.ts), drawn below each
 * other (page.ts), and what was read there becomes lines with words in the picture's pixels (here).
 */

import type { Line, Page, Word } from 'tesseract.js';
import type { Grey } from '../../../../../media/index.ts';
import type { Box, SceneTextWord } from '../../lines.ts';
import type { Place } from './page.ts';
import type { StripLine } from './strip-lines.ts';

type Size = Pick<Grey, 'width' | 'height'>;

/** Words with a lower confidence (0 to 100) are mostly noise and are dropped. */
export const MIN_CONFIDENCE = 60;
/** Minimum average confidence of a line, weighted by word length; others are textures mistaken for text. */
const MIN_LINE_CONFIDENCE = 70;
/** Lines with fewer letters than `SHORT` need this confidence: textures often look like a pair of letters. */
const SHORT = 4;
const MIN_SHORT_CONFIDENCE = 88;

/** Where something begins and ends in its box: 0 at the left end of the text, 1 at the right end. */
export type Along = readonly [start: number, end: number];

/** A word as it was read. */
export interface ReadWord extends SceneTextWord {
  readonly along: Along;
}

/** A line as it was read, and the box and the turn that it was read in. */
export interface ReadLine {
  readonly words: readonly ReadWord[];
  readonly of: Pick<StripLine, 'box' | 'turned'>;
  /** Where words were dropped as doubtful. */
  readonly dropped: readonly Along[];
}

/**
 * The lines read from a page, with the positions of their words in the picture of `size`. What stands side by side in one strip is one
 * line, which a gap or a colour has parted. Doubtful words and lines are dropped.
 */
export function linesOfPage(page: Page, places: readonly Place[], size: Size): ReadLine[] {
  const read = (page.blocks ?? []).flatMap((block) => block.paragraphs.flatMap(({ lines }) => lines));
  const parts = places.map((place) => ({
    place,
    words: read
      .filter(({ bbox }) => isWithin((bbox.y0 + bbox.y1) / 2, place))
      .flatMap(({ words }) => words.map(asMeant))
      .toSorted((one, other) => one.bbox.x0 - other.bbox.x0),
  }));
  return wholeLines(places).flatMap((whole) => {
    const own = whole.flatMap((place) => parts.filter((part) => part.place === place));
    const all = own.flatMap(({ words }) => words);
    const sure = new Set(withSigns(sureWords(all), all));
    const words = own.flatMap((part) =>
      part.words.filter((word) => sure.has(word)).map((word) => inPicture(word, part.place, size)),
    );
    const of = whole[0]?.line;
    const dropped = own.flatMap((part) =>
      part.words
        .filter((word) => !sure.has(word) && lettersIn(word) > 0)
        .map((word) => inPicture(word, part.place, size).along),
    );
    return of && words.length > 0 ? [{ words, of, dropped }] : [];
  });
}

/** The places whose lines are side by side in one strip, from left to right. */
function wholeLines(places: readonly Place[]): Place[][] {
  const wholes: Place[][] = [];
  for (const place of places) {
    const known = wholes.find((whole) => whole.some((one) => isBeside(one.line, place.line)));
    if (known) known.push(place);
    else wholes.push([place]);
  }
  return wholes.map((whole) => whole.toSorted((one, other) => one.line.left - other.line.left));
}

function isBeside(one: StripLine, other: StripLine): boolean {
  if (one.box !== other.box || one.turned !== other.turned) return false;
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared > 0.5 * Math.min(one.bottom - one.top, other.bottom - other.top);
}

const isWithin = (y: number, { top, bottom }: Place): boolean => y >= top && y < bottom;

/** Number of letters and digits in a word. */
const lettersIn = ({ text }: Word): number => text.replace(/[^\p{L}\p{N}]/gu, '').length;

function sureWords(words: readonly Word[]): Word[] {
  const sure = words.filter((word) => word.confidence >= MIN_CONFIDENCE && lettersIn(word) > 0);
  const letters = sum(sure.map(lettersIn));
  const confidence = sum(sure.map((word) => word.confidence * lettersIn(word))) / letters;
  if (letters < sum(words.map(lettersIn)) / 2) return [];
  // A line was found by two shapes or more: it has more than one character.
  if (sum(sure.map(({ text }) => text.trim().length)) < 2) return [];
  return confidence >= (letters < SHORT ? MIN_SHORT_CONFIDENCE : MIN_LINE_CONFIDENCE) ? sure : [];
}

/** Signs that stand by themselves: `Q1 | Q2`, `{`. Points and strokes are mostly dust. */
const SIGN = /^[=+*/|&<>{}()[\]#@%$€£→≠≤≥±×÷–—-]$/u;
/** They need more confidence than letters: edges look like them. Two in a row do not look like edges: `count != 10`. */
const MIN_SIGN_CONFIDENCE = 70;
const SIGNS = /^(?:[!=<>+*/:-]=|<>|[-=]>|<-|&&|\|\||\+\+|--|[!=]==)$/;

/** A word whose signs are written as they are meant: the stroke and the dot of `!` beside `=` are read as one more sign. */
const asMeant = (word: Word): Word => ({ ...word, text: word.text.replace(/![\u0027’]=/g, '!=') });

/**
 * Sure words and the signs between them, and a bracket that ends the line: without them a line says something else.
 * @param all the words of a line from left to right, sure or not
 */
export function withSigns<One extends Pick<Word, 'text' | 'confidence'>>(
  sure: readonly One[],
  all: readonly One[],
): One[] {
  const places = sure.map((word) => all.indexOf(word));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return all.filter((word, at) => {
    if (places.includes(at)) return true;
    const text = word.text.trim();
    const isSign = SIGN.test(text) && word.confidence >= MIN_SIGN_CONFIDENCE;
    if (!isSign && !(SIGNS.test(text) && word.confidence >= MIN_CONFIDENCE)) return false;
    return (at > first && at < last) || (at === last + 1 && /^[)}\]]$/.test(text));
  });
}

/** A word in the picture. */
function inPicture(word: Word, { line, ink, left, top, scale }: Place, size: Size): ReadWord {
  const { x0, y0, x1, y1 } = word.bbox;
  const corners = [x0, x1].flatMap((x) =>
    [y0, y1].map((y) => line.toPicture(ink.left + (x - left) / scale, ink.top + (y - top) / scale)),
  );
  const places = corners.map((corner) => placeAlong(line, corner));
  return {
    text: word.text.trim(),
    confidence: Math.round(word.confidence),
    box: uprightBox(corners, size),
    along: [Math.min(...places), Math.max(...places)],
  };
}

/** Where a point of the picture is along the text of a box. */
function placeAlong({ box, turned }: ReadLine['of'], [x, y]: readonly [number, number]): number {
  const angle = box.angle - (turned * Math.PI) / 2;
  const long = turned % 2 === 1 ? box.height : box.width;
  return 0.5 + ((x - box.x) * Math.cos(angle) + (y - box.y) * Math.sin(angle)) / long;
}

/** The upright box around points of a picture. */
export function uprightBox(points: readonly (readonly [x: number, y: number])[], size: Size): Box {
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x0, x1] = [Math.min(...across), Math.max(...across)];
  const [y0, y1] = [Math.min(...down), Math.max(...down)];
  return toBox({ x0, y0, x1, y1 }, size);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** A line of text in one picture. */
export interface PictureLine {
  text: string;
  words: SceneTextWord[];
}

/** Converts a box from pixels to fractions of its picture. */
function toBox(box: Line['bbox'], { width, height }: Pick<Grey, 'width' | 'height'>): Box {
  return {
    left: fraction(box.x0, width),
    top: fraction(box.y0, height),
    width: fraction(box.x1 - box.x0, width),
    height: fraction(box.y1 - box.y0, height),
  };
}

/** Four decimals: a quarter of a pixel at 2,500 pixels. */
function fraction(part: number, whole: number): number {
  return whole > 0 ? Math.round(Math.min(Math.max(part / whole, 0), 1) * 10_000) / 10_000 : 0;
}
