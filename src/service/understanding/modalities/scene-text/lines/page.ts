import type { Grey } from '../../../../../media/index.ts';
import type { Blob } from './blobs.ts';
import type { FoundLine } from './find-lines.ts';
import { heightOf } from './letters.ts';
import type { StripLine } from './strip-lines.ts';

/** A line of text cut out of its picture: the amount of ink of each pixel, 0 to 1. Left and top as in the picture. */
interface Ink {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Letters up to this height, in pixels, have dots and strokes too thin to stand out. */
const FINE = 14;
/** Ink this strong that is not near a letter is noise. */
const STRAY = 0.4;
/** Pixels around a letter that belong to its edge. */
const EDGE = 2;

/**
 * Cuts a line out. Drops what is not near its letters, dots and marks, unless there is hardly more than fine print and faint
 * dots: then the background is clean.
 */
function cutOut(line: FoundLine): Ink {
  const pad = Math.ceil(line.height * 0.35);
  const left = Math.max(0, line.left - line.height);
  const top = Math.max(0, line.top - pad);
  const width = Math.min(line.picture.width, line.right + line.height) - left;
  const height = Math.min(line.picture.height, line.bottom + pad) - top;
  const area = { left, top, width, height };
  const near = nearBlobs(line, area, [...line.letters, ...marksOf(line)]);
  const dots = nearBlobs(line, area, dotsOf(line));
  const data = new Float32Array(width * height);
  let stray = 0;
  for (let at = 0; at < data.length; at += 1) {
    const from = (top + Math.floor(at / width)) * line.picture.width + left + (at % width);
    const ink = ((line.picture.data[from] ?? 0) - line.paper) / (line.ink - line.paper);
    data[at] = Math.min(1, Math.max(0, ink));
    if (near[at] === 0 && dots[at] === 0 && ink > STRAY) stray += 1;
  }
  if (stray > data.length * (line.height > FINE ? 0.001 : 0.01))
    for (let at = 0; at < data.length; at += 1) if (near[at] === 0) data[at] = 0;
  return { left, top, width, height, data };
}

/** 1 for pixels in and around some blobs of a line. */
function nearBlobs({ layer }: FoundLine, area: Omit<Ink, 'data'>, blobs: readonly Blob[]): Uint8Array {
  const wanted = new Set(blobs);
  const near = new Uint8Array(area.width * area.height);
  for (let run = firstIn(layer.row, area.top); run < layer.row.length; run += 1) {
    const y = (layer.row[run] ?? 0) - area.top;
    if (y >= area.height) break;
    const blob = layer.blobs[layer.blob[run] ?? 0];
    if (!blob || !wanted.has(blob)) continue;
    const from = Math.max(0, (layer.from[run] ?? 0) - area.left - EDGE);
    const to = Math.min(area.width, (layer.to[run] ?? 0) - area.left + EDGE);
    for (let row = Math.max(0, y - EDGE); row <= Math.min(area.height - 1, y + EDGE); row += 1)
      near.fill(1, row * area.width + from, row * area.width + to);
  }
  return near;
}

/** The first run in a row or a later one; rows ascend. */
function firstIn(rows: Int32Array, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Dots, commas, hyphens and broken letters of the line, as light as its letters; not the insides of letters. */
function marksOf(line: FoundLine): Blob[] {
  const { height, ink, paper, letters, layer } = line;
  const slack = 0.35 * height;
  const faintest = paper + 0.35 * (ink - paper);
  const darkest = height <= FINE ? faintest : Math.max(faintest, ink - 40);
  return layer.blobs.filter((blob) => {
    const level = blob.inside / blob.runs;
    const within = blob.top >= line.top - slack && blob.bottom <= line.bottom + slack;
    if (!within || blob.left < line.left - height || blob.right > line.right + height) return false;
    if (heightOf(blob) >= height * 1.4 || blob.area < 2 || level <= darkest || level >= ink + 60)
      return false;
    return !letters.some((letter) => contains(letter, blob));
  });
}

/** The height of dots, and that of what is between them and their letter, as a share of the height of capitals. */
const DOTS = 0.3;

/** What may be dots of the line's letters, however faint: they are smaller than strokes are wide, so that less of them is left. */
function dotsOf({ height, letters, layer }: FoundLine): Blob[] {
  const isAbove = (blob: Blob, letter: Blob) =>
    blob.left >= letter.left - EDGE &&
    blob.right <= letter.right + EDGE &&
    blob.bottom <= letter.top + EDGE &&
    blob.bottom >= letter.top - DOTS * height;
  return layer.blobs
    .filter((blob) => heightOf(blob) <= DOTS * height)
    .filter((blob) => letters.some((letter) => isAbove(blob, letter)));
}

const contains = (outer: Blob, inner: Blob): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom;

/** Position of a line on the page: rows `top` to `bottom`, left edge of its ink at `left`, scaled by `scale`. */
export interface Place {
  readonly line: StripLine;
  readonly ink: Ink;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly scale: number;
}

/** Height of capitals, in pixels, at which the recogniser reads best. */
const CAPITAL = 32;
/** White margin around each line, in pixels of the page. */
const MARGIN = 24;

/** Draws the lines below each other, black on white and in one size: a page that is easy to read. */
export function writePage(lines: readonly StripLine[]): { page: Grey; places: Place[] } {
  const places: Place[] = [];
  let [top, width] = [MARGIN, 0];
  for (const line of lines) {
    const ink = cutOut(line);
    const scale = Math.min(4, Math.max(0.4, CAPITAL / line.height));
    const bottom = top + Math.ceil(ink.height * scale);
    places.push({ line, ink, left: MARGIN, top, bottom, scale });
    width = Math.max(width, Math.ceil(ink.width * scale) + 2 * MARGIN);
    top = bottom + MARGIN;
  }
  const page = { width, height: top, data: new Uint8Array(width * top).fill(255) };
  for (const place of places) draw(page, place);
  return { page, places };
}

/** Scales a line's ink onto the page, interpolating between four neighbours. */
function draw(page: Grey, { ink, left, top, bottom, scale }: Place): void {
  const columns = steps(Math.ceil(ink.width * scale), ink.width, scale);
  const rows = steps(bottom - top, ink.height, scale);
  for (const [y, [above, below, down]] of rows.entries()) {
    const start = (top + y) * page.width + left;
    for (const [x, [before, behind, along]] of columns.entries()) {
      const upper = between(ink.data, above * ink.width, before, behind, along);
      const lower = between(ink.data, below * ink.width, before, behind, along);
      page.data[start + x] = 255 - Math.round(255 * (upper + (lower - upper) * down));
    }
  }
}

function between(data: Float32Array, row: number, before: number, behind: number, share: number): number {
  const first = data[row + before] ?? 0;
  return first + ((data[row + behind] ?? 0) - first) * share;
}

/** For each of `count` enlarged pixels: its two source pixels, and the weight of the second. */
function steps(count: number, from: number, scale: number): [number, number, number][] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.min(from - 1, Math.max(0, (index + 0.5) / scale - 0.5));
    const first = Math.floor(at);
    return [first, Math.min(from - 1, first + 1), at - first];
  });
}
