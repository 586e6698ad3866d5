import type { Colour, Grey } from '../../../../media/index.ts';

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
export function colourPicture(grey: Grey): Grey | undefined {
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
