import type { Grey } from '../../../../media/index.ts';
import { cutOut, type Ink } from './ink.ts';
import type { StripLine } from './strip-lines.ts';

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
