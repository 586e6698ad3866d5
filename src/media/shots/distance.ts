import { DARK, GREYS, LEVELS, type Look } from './frame-analysis.ts';

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

/** The blocks, by number, whose mean red, green or blue differs by at least so many levels of 255. */
export function otherBlocks(a: Look, b: Look, least: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < a.blocks.length; i += 1) {
    if (Math.abs((a.blocks[i] as number) - (b.blocks[i] as number)) < 16 * least) continue;
    const block = Math.floor(i / 3);
    if (found.at(-1) !== block) found.push(block);
  }
  return found;
}

/** How many blocks are not black, like the bars of a film, in both frames. */
export function litBlocks(a: Look, b: Look): number {
  let dark = 0;
  for (let i = 0; i < a.blocks.length; i += 3) {
    const isDark = ({ blocks }: Look) =>
      Math.max(blocks[i] ?? 0, blocks[i + 1] ?? 0, blocks[i + 2] ?? 0) < 16 * DARK;
    if (isDark(a) && isDark(b)) dark += 1;
  }
  return a.blocks.length / 3 - dark;
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
