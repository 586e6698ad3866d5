import { GREYS, LEVELS, type Look } from './frame-analysis.ts';

/** Saturation from which a hue counts fully. */
const FULL_COLOUR = 64;

/**
 * The change from one frame to another: the mean of the changes of hue, saturation and value, each in 8 bits (hue in
 * 180 steps, the short way round). 27 is the usual threshold of a content detector.
 */
export function changeOf(a: Look, b: Look): number {
  const pixels = a.value.length;
  let colour = 0;
  let rest = 0;
  for (let i = 0; i < pixels; i += 1) {
    const sa = a.saturation[i] as number;
    const sb = b.saturation[i] as number;
    const ds = sa - sb;
    const dv = (a.value[i] as number) - (b.value[i] as number);
    rest += (ds < 0 ? -ds : ds) + (dv < 0 ? -dv : dv);
    let dh = (a.hue[i] as number) - (b.hue[i] as number);
    if (dh < 0) dh = -dh;
    if (dh > 90) dh = 180 - dh;
    const less = sa < sb ? sa : sb;
    colour += less < FULL_COLOUR ? dh * less : dh * FULL_COLOUR;
  }
  return (rest + colour / FULL_COLOUR) / (3 * pixels);
}

/** Share of pixels that would have to change colour: 0 same palette, 1 nothing in common. */
export function paletteDistance(a: Look, b: Look): number {
  return differenceOf(a.histogram, b.histogram) / (2 * a.value.length);
}

/** Mean difference of the blocks' colours, 0..255. */
export function blockDistance(a: Look, b: Look): number {
  return differenceOf(a.blocks, b.blocks) / (16 * a.blocks.length);
}

/** Sum of the absolute differences, number by number. */
function differenceOf(a: Look['histogram' | 'blocks'], b: Look['histogram' | 'blocks']): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) {
    const d = (a[i] as number) - (b[i] as number);
    sum += d < 0 ? -d : d;
  }
  return sum;
}

/**
 * Like the palette distance, ignoring light: all greys are one colour, and light and dark versions of a hue are equal.
 */
export function hueDistance(a: Look, b: Look): number {
  let greys = 0;
  for (let i = 0; i < GREYS; i += 1) greys += (a.histogram[i] as number) - (b.histogram[i] as number);
  let sum = Math.abs(greys);
  for (let bin = GREYS; bin < a.histogram.length; bin += LEVELS) {
    let hue = 0;
    for (let i = bin; i < bin + LEVELS; i += 1)
      hue += (a.histogram[i] as number) - (b.histogram[i] as number);
    sum += Math.abs(hue);
  }
  return sum / (2 * a.value.length);
}
