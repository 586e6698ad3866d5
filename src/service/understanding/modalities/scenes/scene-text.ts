import type { ColourShare } from '../../../../media/index.ts';
import type { Scene } from '../visual-pass/types.ts';

/** Minimum share of the picture for a colour to be named. */
const NAMED = 0.12;
/** Maximum number of colour names in a description. */
const MOST = 3;

/** So many hues, with no colour on this share of the picture, are not named one by one. */
const MANY = 4;
const RULING = 0.2;
/** From this share of the picture a hue is one of many. */
const ONE_OF_MANY = 0.05;

/** The upper hue, in degrees, of each name. */
const HUES = [
  [15, 'red'],
  [45, 'orange'],
  [75, 'yellow'],
  [165, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [285, 'purple'],
  [345, 'pink'],
  [360, 'red'],
] as const;
type Hue = (typeof HUES)[number][1];

/** Saturation of HSV below which a colour is pale where it is bright, and greyish or brownish where it is not. */
const VIVID = 0.55;
/** Brightness of HSV below which a colour is not bright, and below which it is dark. */
const BRIGHT = 0.65;
const DIM = 0.4;

/**
 * What a hue is called where it is not both vivid and bright, in words of ISCC-NBS (Kelly and Judd 1976, Color: Universal
 * Language): `light brown` is said of wood and sand, `greyish blue` of the sea. Left out: by its own name.
 */
const SHADES: Readonly<Partial<Record<Hue, { pale?: string; dim?: string; dull?: string }>>> = {
  red: { pale: 'pink', dim: 'dark red', dull: 'brown' },
  orange: { pale: 'beige', dim: 'brown', dull: 'brown' },
  yellow: { pale: 'pale yellow', dim: 'olive', dull: 'olive' },
  turquoise: { pale: 'pale blue', dull: 'grey-blue' },
  blue: { pale: 'pale blue', dim: 'dark blue', dull: 'grey-blue' },
  pink: { dim: 'purple', dull: 'purple' },
};

/**
 * Plain names of the most common colours, most common first; colours with the same name are added up.
 * @returns at most three names; none if no colour stands out
 */
function colourNames(colours: readonly ColourShare[]): string[] {
  return [...sharesBy(nameOf, colours)]
    .filter(([, share]) => share >= NAMED)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name]) => name);
}

/** Whether a picture has many hues, and none of its colours prevails, as in test bars. */
function isColourful(colours: readonly ColourShare[]): boolean {
  const hues = [...sharesBy((colour) => readColour(colour).hue, colours)];
  const seen = hues.filter(([name, share]) => !NEUTRAL.test(name) && share >= ONE_OF_MANY);
  return seen.length >= MANY && colours.every(({ share }) => share < RULING);
}

function sharesBy(named: (colour: string) => string, colours: readonly ColourShare[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { colour, share } of colours)
    shares.set(named(colour), (shares.get(named(colour)) ?? 0) + share);
  return shares;
}

const NEUTRAL = /^(?:black|white|grey)$/;

/** @param colour `#rrggbb` */
function nameOf(colour: string): string {
  const { hue, isVivid, most } = readColour(colour);
  if (hue === 'black' || hue === 'white' || hue === 'grey') return hue;
  const { pale, dim, dull } = SHADES[hue] ?? {};
  if (most >= BRIGHT) return isVivid ? hue : (pale ?? hue);
  return (isVivid ? dim : dull) ?? (most < DIM ? `dark ${hue}` : hue);
}

/** A colour's hue, or that it has none; and its brightness, 0 to 1. */
function readColour(colour: string): {
  readonly hue: Hue | 'black' | 'white' | 'grey';
  readonly isVivid: boolean;
  readonly most: number;
} {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  const isVivid = range / most >= VIVID;
  if (most < 0.15) return { hue: 'black', isVivid, most };
  if (range / most < 0.16) return { hue: most > 0.85 ? 'white' : 'grey', isVivid, most };
  const degrees = hueOf(r, g, b, most, range);
  return { hue: HUES.find(([end]) => degrees < end)?.[1] ?? 'red', isVivid, most };
}

/** Degrees, 0 to 360. */
function hueOf(r: number, g: number, b: number, most: number, range: number): number {
  const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return (sector * 60 + 360) % 360;
}

/** Upper mean luma for each word. */
const BRIGHTNESS = [
  [0.1, 'Very dark'],
  [0.28, 'Dark'],
  [0.6, 'Evenly lit'],
  [0.8, 'Bright'],
  [Number.POSITIVE_INFINITY, 'Very bright'],
] as const;

/** Upper mean change between frames for each word; 0.05 is lively. */
const MOTION = [
  [0.002, 'still'],
  [0.012, 'little movement'],
  [0.05, 'some movement'],
  [Number.POSITIVE_INFINITY, 'lively movement'],
] as const;

const MEASURED = new RegExp(`^(?:${BRIGHTNESS.map(([, word]) => word).join('|')}) picture\\b`);

/** Whether a description is one of measured facts, not a model's. */
export function isMeasured({ text }: { readonly text: string }): boolean {
  return MEASURED.test(text);
}

/** The measured facts of a scene as a sentence. It does not say what the scene shows. */
export function factsInWords({ start, end, facts, shot }: Scene): string {
  const colours = colourNames(facts.colours);
  const parts = [
    `${below(BRIGHTNESS, facts.brightness)} picture`,
    ...(isColourful(facts.colours)
      ? ['of many colours']
      : colours.length > 0
        ? [`mostly ${list(colours)}`]
        : []),
    ...(shot ? [below(MOTION, facts.motion)] : []),
  ];
  return `${parts.join(', ')}.${shot ? ` ${shotInWords(start, end, shot)}` : ''}`;
}

function shotInWords(start: number, end: number, shot: { start: number; end: number }): string {
  const seconds = `${Math.round((shot.end - shot.start) * 10) / 10} seconds`;
  return start > shot.start || end < shot.end ? `Part of a shot of ${seconds}.` : `A shot of ${seconds}.`;
}

function below<Word extends string>(scale: readonly (readonly [number, Word])[], value: number): Word | '' {
  return scale.find(([end]) => value < end)?.[1] ?? '';
}

/** `a`, `a and b`, `a, b and c`. */
export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
