/**
 * Lines that run far from level are found worse over a busy ground: the ends of one, or one of two, are missed. So a picture in
 * which there is one is looked at again, turned so that it is level.
 */

import { type Picture, SIDE_STEP, type TextBox } from './messages.ts';

/** Radians from the nearer axis, 32 degrees: lines turned by 30 are found as well as level ones (bench text). */
const STEEP = 0.56;
/** A box that is not so many times as long as high has no direction. */
const LONG = 1.5;

/** So many of their heights above and below lines that are far from level are looked at again. */
const AROUND = 5;
/** Pixels of a second look, as a share of those of the first: memory grows with them, 120 MB for each million. */
const MOST = 1.5;
/** The level beyond the picture's border. */
const GROUND = 128;

/** A picture to look at again: a part of the first one, turned. */
export interface SecondLook extends Picture {
  /** Radians, clockwise: what runs in this direction in the first picture is level in this one. */
  readonly direction: number;
  /** The place in the first picture of a place in this one. */
  toFirst(x: number, y: number): readonly [x: number, y: number];
}

/** The part around the lines that run far from level, turned so that the longest is level; undefined if there is none. */
export function secondLook(picture: Picture, boxes: readonly TextBox[]): SecondLook | undefined {
  const steep = boxes
    .filter(({ angle }) => Math.abs(angle) > STEEP)
    .filter((box) => lengthOf(box) > LONG * heightOf(box))
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [longest] = steep;
  if (!longest) return undefined;
  const direction = directionOf(longest);
  const alike = steep.filter((box) => Math.abs(directionOf(box) - direction) < STEEP);
  return turned(picture, direction, alike);
}

/** A line runs from left to right. */
const directionOf = ({ width, height, angle }: TextBox): number =>
  width >= height ? angle : angle - (Math.sign(angle) * Math.PI) / 2;
const lengthOf = ({ width, height }: TextBox): number => Math.max(width, height);
const heightOf = ({ width, height }: TextBox): number => Math.min(width, height);

/** The part with lines, the longest first, and what is around them. */
function turned(picture: Picture, direction: number, lines: readonly TextBox[]): SecondLook {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const [middleX, middleY] = [picture.width / 2, picture.height / 2];
  const side = (pixels: number) => Math.ceil(pixels / SIDE_STEP) * SIDE_STEP;
  const downOf = ({ x, y }: TextBox) => (y - middleY) * cos - (x - middleX) * sin;
  const most = (picture.width * Math.abs(sin) + picture.height * Math.abs(cos)) / 2;
  const top = Math.max(-most, Math.min(...lines.map((line) => downOf(line) - AROUND * heightOf(line))));
  const bottom = Math.min(most, Math.max(...lines.map((line) => downOf(line) + AROUND * heightOf(line))));
  const width = side(picture.width * Math.abs(cos) + picture.height * Math.abs(sin));
  const high = Math.min(bottom - top, (MOST * picture.width * picture.height) / width);
  const [longest = 0] = lines.map(downOf);
  const middle = Math.min(bottom - high / 2, Math.max(top + high / 2, longest));
  const height = side(high);
  const toFirst = (x: number, y: number): [number, number] => {
    const [along, down] = [x - width / 2, y - height / 2 + middle];
    return [middleX + along * cos - down * sin, middleY + along * sin + down * cos];
  };
  return { width, height, rgb: sampled(picture, { width, height }, toFirst), direction, toFirst };
}

function sampled(
  { width, height, rgb }: Picture,
  size: { readonly width: number; readonly height: number },
  place: SecondLook['toFirst'],
): Uint8Array {
  const result = new Uint8Array(size.width * size.height * 3).fill(GROUND);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      const [atX, atY] = place(column + 0.5, row + 0.5);
      const [x, y] = [atX - 0.5, atY - 0.5];
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [right, lower] = [x - left, y - top];
      const first = 3 * (top * width + left);
      for (let at = first; at < first + 3; at += 1) {
        const above = (rgb[at] ?? 0) * (1 - right) + (rgb[at + 3] ?? 0) * right;
        const below = (rgb[at + 3 * width] ?? 0) * (1 - right) + (rgb[at + 3 * width + 3] ?? 0) * right;
        result[3 * (row * size.width + column) + at - first] = above * (1 - lower) + below * lower;
      }
    }
  return result;
}

/** The boxes of both looks in the first picture: where both found a line, as the second one did. */
export function bothLooks(
  first: readonly TextBox[],
  { direction, toFirst }: SecondLook,
  second: readonly TextBox[],
): TextBox[] {
  const better = second
    .filter(({ angle }) => Math.abs(angle) < STEEP)
    .map((box) => {
      const [x, y] = toFirst(box.x, box.y);
      return { ...box, x, y, angle: box.angle + direction };
    });
  const left = first.filter((box) => !better.some((one) => isInside(box, one)));
  return [...better, ...left].toSorted((one, other) => other.score - one.score);
}

/** Whether a box's middle is inside another one. */
function isInside({ x, y }: TextBox, box: TextBox): boolean {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const [dx, dy] = [x - box.x, y - box.y];
  return Math.abs(dx * cos + dy * sin) < box.width / 2 && Math.abs(dy * cos - dx * sin) < box.height / 2;
}
