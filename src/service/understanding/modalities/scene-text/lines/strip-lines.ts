import type { Grey } from '../../../../../media/index.ts';
import type { TextBox } from '../detector/messages.ts';
import { type FoundLine, findLines } from './find-lines.ts';

/** A line of text cut out of its picture and turned level. */
interface Strip extends Grey {
  /** The place in the picture, in pixels, of a place in the strip. */
  toPicture(x: number, y: number): readonly [x: number, y: number];
}

/** Ground that is kept around a box, as a share of its height: letters must not touch the border. */
const MARGIN = 0.3;

/** Quarter turns clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

/** A box whose ends differ in height by less than this share of its own is level. */
const LEVEL = 0.12;

/** The planes of colour have half as many pixels. */
const even = (at: number): number => 2 * Math.round(at / 2);
/** The cosine of a right angle is 0. */
const round = (part: number): number => Math.round(part * 1e9) / 1e9;

/** Cuts a box out. @param turned turns it further: once where the text runs upwards */
function straightened(grey: Grey, box: TextBox, turned: Quarters): Strip {
  const onSide = turned % 2 === 1;
  const [long, high] = onSide ? [box.height, box.width] : [box.width, box.height];
  const margin = 2 * MARGIN * Math.min(long, high);
  const [width, height] = [4 * Math.ceil((long + margin) / 4), 4 * Math.ceil((high + margin) / 4)];
  const level = Math.abs(Math.sin(box.angle)) * long < LEVEL * high;
  const angle = (level ? 0 : box.angle) - (turned * Math.PI) / 2;
  // Pixels of a level box are those of the picture: between them, fine print would be blurred.
  const [middleX, middleY] = level ? [even(box.x), even(box.y)] : [box.x, box.y];
  const [cos, sin] = [round(Math.cos(angle)), round(Math.sin(angle))];
  const toPicture = (x: number, y: number): [number, number] => {
    const [along, down] = [x - width / 2, y - height / 2];
    return [middleX + along * cos - down * sin, middleY + along * sin + down * cos];
  };
  const luma = { width, height, data: sampled(grey, { width, height }, toPicture) };
  const { colour } = grey;
  if (!colour) return { ...luma, toPicture };
  const half = { width: width / 2, height: height / 2 };
  const toColour = (x: number, y: number): [number, number] => {
    const [across, down] = toPicture(2 * x, 2 * y);
    return [across / 2, down / 2];
  };
  const plane = (data: Uint8Array) => sampled({ ...colour, data }, half, toColour);
  return { ...luma, colour: { ...half, blue: plane(colour.blue), red: plane(colour.red) }, toPicture };
}

/** A plane's levels at other places. */
function sampled(
  plane: Grey,
  size: { width: number; height: number },
  place: (x: number, y: number) => readonly [number, number],
): Uint8Array {
  const result = new Uint8Array(size.width * size.height);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1)
      result[row * size.width + column] = Math.round(levelAt(plane, ...place(column + 0.5, row + 0.5)));
  return result;
}

/** A plane's level at a place between four of its pixels; beyond its border, that of the border. */
export function levelAt({ width, height, data }: Grey, atX: number, atY: number): number {
  const x = Math.min(width - 1, Math.max(0, atX - 0.5));
  const y = Math.min(height - 1, Math.max(0, atY - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [along, down] = [x - left, y - top];
  const upper = mixed(data[top * width + left], data[top * width + right], along);
  const lower = mixed(data[bottom * width + left], data[bottom * width + right], along);
  return mixed(upper, lower, down);
}

const mixed = (one = 0, other = 0, share: number): number => one + (other - one) * share;

/** A line of text in a strip that was cut out of the picture. Its positions are those of the strip. */
export interface StripLine extends FoundLine {
  /** The box that the strip was cut out around. */
  readonly box: TextBox;
  readonly turned: Quarters;
  toPicture(x: number, y: number): readonly [x: number, y: number];
}

/** Maximum number of lines to read per picture, and of doubtful lines, which textures cause. */
const MOST_LINES = 48;
const MOST_DOUBTFUL = 8;
const DOUBTFUL = 4;
/** If no line is certain, weaker ones than this are textures. */
const WEAK = 2.5;

/** Text whose box is so many times as high as wide runs upwards or downwards. */
const ON_SIDE = 1.5;
/** Capitals are at least this share of their box's height. */
const LEAST_HEIGHT = 0.12;

/**
 * The lines inside boxes, from top to bottom. Where a line runs up or down, it is returned both ways: only one of them can be read.
 * @param overhead whether the text is upside down
 */
export function stripLines(grey: Grey, boxes: readonly TextBox[], overhead: boolean): StripLine[] {
  return choose(
    boxes.flatMap((box) => waysOf(box, overhead).flatMap((turned) => linesIn(grey, box, turned))),
  );
}

/** The quarter turns in which the text in a box may be level. @param overhead whether the text is upside down */
export function waysOf({ width, height }: TextBox, overhead: boolean): readonly Quarters[] {
  if (height >= ON_SIDE * width) return overhead ? [] : [1, 3];
  return overhead ? [2] : [0];
}

function linesIn(grey: Grey, box: TextBox, turned: Quarters): StripLine[] {
  const { toPicture, ...strip } = straightened(grey, box, turned);
  return findLines(strip)
    .filter(({ height }) => height >= LEAST_HEIGHT * strip.height)
    .map((line) => ({ ...line, box, turned, toPicture }));
}

/** The surest lines, in their order. */
function choose(lines: readonly StripLine[]): StripLine[] {
  const sorted = lines.toSorted((one, other) => other.score - one.score);
  const least = (sorted[0]?.score ?? 0) < DOUBTFUL ? WEAK : 0;
  const sure = new Set(sorted.filter(({ score }) => score >= DOUBTFUL).map(({ box }) => box));
  let doubtful = 0;
  const chosen = sorted.filter(({ score, box }) => {
    if (!sure.has(box)) doubtful += 1;
    return score >= least && (sure.has(box) || doubtful <= MOST_DOUBTFUL);
  });
  return chosen
    .slice(0, MOST_LINES)
    .toSorted(({ box: one }, { box: other }) => one.y - other.y || one.x - other.x);
}
