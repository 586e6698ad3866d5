import type { Line, Page } from 'tesseract.js';
import type { Box, SceneTextWord } from '../lines.ts';
import type { Size } from './image-size.ts';

/** Words the recogniser is less sure of than this (0 to 100) are mostly noise and are left out. */
export const MIN_CONFIDENCE = 60;

/** A line of text in one picture. */
export interface PictureLine {
  text: string;
  words: SceneTextWord[];
}

/**
 * The lines of a recognised page, top to bottom, holding only sure words. Boxes become fractions of `size`.
 * A line without a single letter or digit is a pattern taken for text and is left out.
 */
export function readLines(page: Page, size: Size): PictureLine[] {
  const lines = (page.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) => paragraph.lines),
  );
  return lines
    .toSorted((one, other) => one.bbox.y0 - other.bbox.y0 || one.bbox.x0 - other.bbox.x0)
    .map((line) => toPictureLine(line, size))
    .filter((line) => /[\p{L}\p{N}]/u.test(line.text));
}

function toPictureLine(line: Line, size: Size): PictureLine {
  const words = line.words
    .filter((word) => word.confidence >= MIN_CONFIDENCE && word.text.trim() !== '')
    .map((word) => ({
      text: word.text.trim(),
      confidence: Math.round(word.confidence),
      box: toBox(word.bbox, size),
    }));
  return { text: words.map((word) => word.text).join(' '), words };
}

/** A box in pixels as fractions of the picture of `size`. */
export function toBox(box: Line['bbox'], { width, height }: Size): Box {
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
