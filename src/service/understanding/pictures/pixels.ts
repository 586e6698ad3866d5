import type { PictureForm } from './messages.ts';

/** Levels of a colour. */
const LEVELS = 255;
const COLOURS = 3;

/**
 * A picture as a network reads it: all of red, then green, then blue, each by its mean and deviation.
 * @param rgb rgb24, row by row
 * @throws Error if it has not the form's size
 */
export function planesOf(rgb: Uint8Array, { size, mean, deviation }: Omit<PictureForm, 'fit'>): Float32Array {
  const pixels = size * size;
  if (rgb.length !== COLOURS * pixels)
    throw new Error(`a picture has ${rgb.length} bytes and should have ${COLOURS * pixels}`);
  const planes = new Float32Array(COLOURS * pixels);
  for (let colour = 0; colour < COLOURS; colour += 1) {
    const [middle, spread] = [mean[colour] ?? 0, deviation[colour] ?? 1];
    for (let at = 0; at < pixels; at += 1)
      planes[colour * pixels + at] = ((rgb[COLOURS * at + colour] ?? 0) / LEVELS - middle) / spread;
  }
  return planes;
}
