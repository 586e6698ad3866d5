import type { ColourShare } from '../../../media/index.ts';

/** Minimum share of the picture for a colour to be named. */
const NAMED = 0.12;
/** Maximum number of colour names in a description. */
const MOST = 3;

/** The upper hue, in degrees, of each name. */
const HUES = [
  [15, 'red'],
  [45, 'orange'],
  [68, 'yellow'],
  [160, 'green'],
  [200, 'turquoise'],
  [255, 'blue'],
  [290, 'purple'],
  [335, 'pink'],
  [360, 'red'],
] as const;

/**
 * Plain names of the most common colours, most common first; colours with the same name are added up.
 * @returns at most three names; none if no colour stands out
 */
export function colourNames(colours: readonly ColourShare[]): string[] {
  const shares = new Map<string, number>();
  for (const { colour, share } of colours) {
    const name = nameOf(colour);
    shares.set(name, (shares.get(name) ?? 0) + share);
  }
  return [...shares]
    .filter(([, share]) => share >= NAMED)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name]) => name);
}

/** @param colour `#rrggbb` */
function nameOf(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  if (most < 0.15) return 'black';
  if (range / most < 0.16) return most > 0.85 ? 'white' : 'grey';
  const hue = hueOf(r, g, b, most, range);
  const name = HUES.find(([end]) => hue < end)?.[1] ?? 'red';
  if (name === 'orange' && most < 0.65) return 'brown';
  return most < 0.4 ? `dark ${name}` : name;
}

/** Degrees, 0 to 360. */
function hueOf(r: number, g: number, b: number, most: number, range: number): number {
  const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return (sector * 60 + 360) % 360;
}
