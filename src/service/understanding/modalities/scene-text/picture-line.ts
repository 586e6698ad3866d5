import type { Line } from 'tesseract.js';
import type { Grey } from '../../../../media/index.ts';
import type { Box, SceneTextWord } from '../lines.ts';

/** A line of text in one picture. */
export interface PictureLine {
  text: string;
  words: SceneTextWord[];
}

/** Converts a box from pixels to fractions of its picture. */
export function toBox(box: Line['bbox'], { width, height }: Pick<Grey, 'width' | 'height'>): Box {
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
