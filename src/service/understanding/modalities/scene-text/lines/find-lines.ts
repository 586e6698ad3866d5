import type { Colour, Grey } from '../../../../../media/index.ts';
import { type Blob, findBlobs, type Layer } from './blobs.ts';
import { groupLetters, heightOf, isLetter } from './letters.ts';

/** Pixels of a colour plane between which an edge is looked for. */
const REACH = 2;
/** Difference of levels that makes an edge. */
const EDGE = 24;
/** Share of the pixels that edges of colour alone must have: a short word has more, few photographs have. */
const ENOUGH = 0.0025;

/**
 * The picture's colour as grey levels, where text may stand out by its colour alone: red on green of the same brightness.
 * Of the two planes the one with more such edges is taken.
 * @returns undefined without colour, or if brightness shows nearly every edge: 1 to 10 ms
 */
function colourPicture(grey: Grey): Grey | undefined {
  const { colour } = grey;
  if (!colour) return undefined;
  const [blue, red] = [hiddenEdges(grey, colour, colour.blue), hiddenEdges(grey, colour, colour.red)];
  const most = Math.max(blue, red);
  // Every second row is looked at.
  if (most * 2 < ENOUGH * colour.width * colour.height) return undefined;
  return enlarged(grey, colour, blue > red ? colour.blue : colour.red);
}

/** The number of edges that are at least twice as strong in a plane as in brightness. */
function hiddenEdges(grey: Grey, { width, height }: Colour, plane: Uint8Array): number {
  let count = 0;
  for (let y = 0; y < height; y += 2) {
    const luma = 2 * y * grey.width;
    for (let x = REACH; x < width; x += 1) {
      const at = y * width + x;
      const step = Math.abs((plane[at] ?? 0) - (plane[at - REACH] ?? 0));
      if (step < EDGE) continue;
      const [here, before] = [grey.data[luma + 2 * x] ?? 0, grey.data[luma + 2 * (x - REACH)] ?? 0];
      if (step > 2 * Math.abs(here - before)) count += 1;
    }
  }
  return count;
}

/** A plane in the picture's size, interpolated between four neighbours. */
function enlarged({ width, height }: Grey, colour: Colour, plane: Uint8Array): Grey {
  const columns = neighbours(width, colour.width);
  const data = new Uint8Array(width * height);
  for (const [y, [above, below, down]] of neighbours(height, colour.height).entries()) {
    const [upper, lower] = [above * colour.width, below * colour.width];
    for (const [x, [left, right, along]] of columns.entries()) {
      const high = mixed(plane[upper + left], plane[upper + right], along);
      data[y * width + x] = mixed(high, mixed(plane[lower + left], plane[lower + right], along), down);
    }
  }
  return { width, height, data };
}

const mixed = (one = 0, other = 0, share: number): number => one + (other - one) * share;

/** For each of `count` pixels: the two pixels of half as many that it lies between, and the weight of the second. */
function neighbours(count: number, half: number): [number, number, number][] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.max(0, index / 2 - 0.25);
    const first = Math.min(half - 1, Math.floor(at));
    return [first, Math.min(half - 1, first + 1), at - first];
  });
}

/** Half the side, in pixels, of the square that a pixel is compared with. */
const RADIUS = 15;
/** Minimum level difference between text and its surroundings. */
const ABOVE = 14;
/** Fixed levels: they separate text from surroundings that are as light, for example behind a thin outline. */
const LEVELS = [100, 150, 200] as const;

/** The thresholds to try on a picture, with a level per pixel: relative to the surroundings, and fixed. */
function* thresholds(grey: Grey): Generator<Uint8Array> {
  yield surroundings(grey).map((level) => Math.min(254, level + ABOVE));
  for (const level of LEVELS) yield new Uint8Array(grey.data.length).fill(level);
}

/** The mean of the square around each pixel; edge pixels are repeated. */
function surroundings({ width, height, data }: Grey): Uint8Array {
  const means = new Uint8Array(data.length);
  const columns = new Int32Array(width);
  const inside = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));
  const addRow = (y: number, sign: number) => {
    const start = inside(y, height) * width;
    for (let x = 0; x < width; x += 1) columns[x] = (columns[x] ?? 0) + sign * (data[start + x] ?? 0);
  };
  for (let y = -RADIUS; y <= RADIUS; y += 1) addRow(y, 1);
  const count = (2 * RADIUS + 1) ** 2;
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    for (let x = -RADIUS; x <= RADIUS; x += 1) sum += columns[inside(x, width)] ?? 0;
    for (let x = 0; x < width; x += 1) {
      means[y * width + x] = sum / count;
      sum += (columns[inside(x + RADIUS + 1, width)] ?? 0) - (columns[inside(x - RADIUS, width)] ?? 0);
    }
    addRow(y + RADIUS + 1, 1);
    addRow(y - RADIUS, -1);
  }
  return means;
}

/** A region that looks like a line of text. Pixels; right and bottom are exclusive. */
export interface FoundLine {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Height of most capitals. */
  readonly height: number;
  /** The picture in which the text is lighter: the input, or its negative. */
  readonly picture: Grey;
  /** Levels of the letters and of their surroundings in that picture. */
  readonly ink: number;
  readonly paper: number;
  readonly letters: readonly Blob[];
  readonly layer: Layer;
  /** Grows with the number of letters on the line and with their contrast. */
  readonly score: number;
}

/** More letters than this are noise. */
const MOST_LETTERS = 6_000;
/** Share of its score that a line keeps which colour alone shows: planes of colour have half the pixels. */
const BY_COLOUR = 0.55;

/**
 * Finds what stands on a line in a strip, light on dark or dark on light, with letters of 6 pixels and higher. Connected regions at
 * several thresholds are letters if their shape allows it, and letters side by side on one base line form a line: more than one where
 * there is a gap, or another colour. Text that only its colour shows is found in the strip's colour.
 */
export function findLines(grey: Grey): FoundLine[] {
  const colour = colourPicture(grey);
  const coloured = colour ? linesIn(colour) : [];
  const all = [...linesIn(grey), ...coloured.map((line) => ({ ...line, score: line.score * BY_COLOUR }))];
  return choose(all).toSorted((one, other) => one.top - other.top || one.left - other.left);
}

/** The lines in a picture and in its negative, by every threshold. */
function linesIn(grey: Grey): FoundLine[] {
  const negative = { ...grey, data: grey.data.map((level) => 255 - level) };
  return [grey, negative].flatMap((picture) =>
    [...thresholds(picture)].flatMap((threshold) => linesOf(picture, findBlobs(picture, threshold))),
  );
}

function linesOf(picture: Grey, layer: Layer): FoundLine[] {
  const letters = layer.blobs.filter((blob) => isLetter(blob, picture.width, picture.height));
  if (letters.length > MOST_LETTERS) return [];
  return groupLetters(letters, layer.blobs).flatMap((group) => toLine(group, picture, layer) ?? []);
}

/** The group as a line; undefined if it is too short, too faint, or not on a base line. */
function toLine(letters: readonly Blob[], picture: Grey, layer: Layer): FoundLine | undefined {
  if (letters.length < 2) return undefined;
  const base = quantile(
    letters.map(({ bottom }) => bottom),
    0.5,
  );
  const height = quantile(letters.map(heightOf), 0.8);
  const standing = letters.filter(({ bottom }) => Math.abs(bottom - base) <= 0.12 * height + 1).length;
  const left = Math.min(...letters.map((letter) => letter.left));
  const right = Math.max(...letters.map((letter) => letter.right));
  const ink = quantile(
    letters.map(({ inside, runs }) => inside / runs),
    0.6,
  );
  const paper = quantile(
    letters.map(({ outside, runs }) => outside / runs),
    0.5,
  );
  if (standing < letters.length * 0.55 || right - left < 1.2 * height || ink - paper < 25) return undefined;
  const top = Math.min(...letters.map((letter) => letter.top));
  const bottom = Math.max(...letters.map((letter) => letter.bottom));
  const score = standing * Math.min(1, (ink - paper) / 80);
  return { left, top, right, bottom, height, picture, ink, paper, letters, layer, score };
}

/** The best line of each region. */
function choose(lines: readonly FoundLine[]): FoundLine[] {
  const chosen: FoundLine[] = [];
  for (const line of lines.toSorted((one, other) => other.score - one.score))
    if (!chosen.some((better) => overlap(line, better))) chosen.push(line);
  return chosen;
}

/** Whether three tenths of the smaller one overlap the other. */
function overlap(one: FoundLine, other: FoundLine): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 && wide * high > 0.3 * Math.min(areaOf(one), areaOf(other));
}

const areaOf = ({ left, right, top, bottom }: FoundLine): number => (right - left) * (bottom - top);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
