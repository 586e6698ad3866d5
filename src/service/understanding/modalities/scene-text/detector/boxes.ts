import type { TextBox } from './messages.ts';

/** The probability of text for each pixel, 0 to 1, row by row. */
interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/**
 * How the detector is used by those who made it (DB, "Real-time Scene Text Detection with Differentiable Binarization", and
 * tools/infer/predict_det.py of PaddleOCR): the threshold of a pixel, that of the mean inside a box, and how much larger than its
 * region a box is, because the network is taught regions that were shrunk. Theirs for a box is 0.5; lines turned by 45 degrees over
 * a busy picture are just below it (bench text).
 */
const PIXEL = 0.3;
const BOX = 0.4;
const UNCLIP = 1.6;
/** Pixels of a region's shorter side below which it is none. */
const LEAST_SIDE = 3;
/** More regions than this are noise. */
const MOST_REGIONS = 1000;

type Point = readonly [x: number, y: number];

/** The boxes of text in a map, the surest first. */
export function boxesIn(map: TextMap): TextBox[] {
  return joined(regionsIn(map).flatMap((outline) => boxAround(outline, map) ?? [])).toSorted(
    (one, other) => other.score - one.score,
  );
}

/** The corners of each row of every region; pixels that touch at a corner are connected. */
function regionsIn({ width, height, data }: TextMap): Point[][] {
  const seen = new Uint8Array(width * height);
  const regions: Point[][] = [];
  const isText = (at: number) => seen[at] === 0 && (data[at] ?? 0) > PIXEL;
  for (let start = 0; start < seen.length && regions.length < MOST_REGIONS; start += 1) {
    if (!isText(start)) continue;
    seen[start] = 1;
    const waiting = [start];
    const ends = new Map<number, [number, number]>();
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const [first, last] = ends.get(y) ?? [x, x];
      ends.set(y, [Math.min(first, x), Math.max(last, x)]);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const next = row * width + column;
          if (!isText(next)) continue;
          seen[next] = 1;
          waiting.push(next);
        }
    }
    regions.push([...ends].flatMap(([y, [first, last]]) => cornersOfRun(y, first, last)));
  }
  return regions;
}

/** The corners of the pixels of one row. */
function cornersOfRun(y: number, first: number, last: number): Point[] {
  return [
    [first, y],
    [last + 1, y],
    [first, y + 1],
    [last + 1, y + 1],
  ];
}

/** The box of a region, as large as its text; undefined if it is too small or too uncertain. */
function boxAround(outline: readonly Point[], map: TextMap): TextBox | undefined {
  const least = leastRectangle(hullOf(outline));
  if (!least || Math.min(least.width, least.height) < LEAST_SIDE) return undefined;
  const score = meanInside(least, map);
  if (score < BOX) return undefined;
  const [width, height] = [least.width, least.height];
  const margin = (width * height * UNCLIP) / (2 * (width + height));
  return { ...least, width: width + 2 * margin, height: height + 2 * margin, score };
}

/** The corners of the convex hull, by Andrew's monotone chain. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([a, b], [c, d]) => a - c || b - d);
  const half = (all: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of all) {
      while (chain.length > 1 && turnOf(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Above 0 if the way from one point over the second to the third turns left. */
function turnOf([a, b]: Point = [0, 0], [c, d]: Point = [0, 0], [e, f]: Point = [0, 0]): number {
  return (c - a) * (f - b) - (d - b) * (e - a);
}

/** The smallest rectangle around a hull: one of its sides lies on a side of the hull. */
function leastRectangle(hull: readonly Point[]): Omit<TextBox, 'score'> | undefined {
  let best: Omit<TextBox, 'score'> | undefined;
  for (const [at, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(at + 1) % hull.length] ?? [x, y];
    const angle = nearestAxis(Math.atan2(nextY - y, nextX - x));
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const along = hull.map(([px, py]) => px * cos + py * sin);
    const down = hull.map(([px, py]) => py * cos - px * sin);
    const [left, right] = [Math.min(...along), Math.max(...along)];
    const [top, bottom] = [Math.min(...down), Math.max(...down)];
    const [width, height] = [right - left, bottom - top];
    if (best && best.width * best.height <= width * height) continue;
    const [u, v] = [(left + right) / 2, (top + bottom) / 2];
    best = { x: u * cos - v * sin, y: u * sin + v * cos, width, height, angle };
  }
  return best;
}

/** The same axis, or the one square to it, from -45 degrees to 45. */
function nearestAxis(angle: number): number {
  const quarter = Math.PI / 2;
  return angle - Math.round(angle / quarter) * quarter;
}

/** The mean probability of the pixels inside a box. */
function meanInside({ x, y, width, height, angle }: Omit<TextBox, 'score'>, map: TextMap): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [wide, high] = [
    Math.abs(width * cos) + Math.abs(height * sin),
    Math.abs(width * sin) + Math.abs(height * cos),
  ];
  let [sum, count] = [0, 0];
  for (
    let row = Math.max(0, Math.floor(y - high / 2));
    row <= Math.min(map.height - 1, y + high / 2);
    row += 1
  )
    for (
      let at = Math.max(0, Math.floor(x - wide / 2));
      at <= Math.min(map.width - 1, x + wide / 2);
      at += 1
    ) {
      const [dx, dy] = [at + 0.5 - x, row + 0.5 - y];
      if (Math.abs(dx * cos + dy * sin) > width / 2 || Math.abs(dy * cos - dx * sin) > height / 2) continue;
      sum += map.data[row * map.width + at] ?? 0;
      count += 1;
    }
  return count > 0 ? sum / count : 0;
}

/** A line is at least this many times as long as high: the direction of others is not known. */
const LONG = 1.5;
/** How much higher one of two boxes of a line may be, and how far apart their middles, as a share of the lower one. */
const HIGHER = 1.6;
const APART = 0.35;
/** Boxes of one line are at most this far from each other, as a share of its height: the step between two words. */
const STEP = 0.3;

/** Boxes with those joined that overlap or follow each other along one line: a region may end at a space, or inside a word. */
function joined(boxes: readonly TextBox[]): TextBox[] {
  const result: TextBox[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let at = result.findIndex((one) => isOneLine(one, whole)); at >= 0; ) {
      const [other = whole] = result.splice(at, 1);
      whole = bothIn(other, whole);
      at = result.findIndex((one) => isOneLine(one, whole));
    }
    result.push(whole);
  }
  return result;
}

/** Whether two boxes overlap, or follow each other, along the longer one's line. */
function isOneLine(one: TextBox, other: TextBox): boolean {
  const [long, short] = lengthOf(one) >= lengthOf(other) ? [one, other] : [other, one];
  const height = Math.min(long.width, long.height);
  if (lengthOf(long) < LONG * height) return false;
  const angle = long.width >= long.height ? long.angle : long.angle + Math.PI / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = cornersOf(short).map(([x, y]): Point => [x - long.x, y - long.y]);
  const along = corners.map(([x, y]) => x * cos + y * sin);
  const down = corners.map(([x, y]) => y * cos - x * sin);
  const [top, bottom] = [Math.min(...down), Math.max(...down)];
  const [low, high] = [Math.min(height, bottom - top), Math.max(height, bottom - top)];
  if (high > HIGHER * low || Math.abs(top + bottom) / 2 > APART * low) return false;
  const reach = lengthOf(long) / 2 + STEP * height;
  return Math.min(...along) < reach && Math.max(...along) > -reach;
}

const lengthOf = ({ width, height }: TextBox): number => Math.max(width, height);

/** The least box around two. */
function bothIn(one: TextBox, other: TextBox): TextBox {
  const both = leastRectangle(hullOf([...cornersOf(one), ...cornersOf(other)]));
  const score = Math.max(one.score, other.score);
  return both ? { ...both, score } : one;
}

function cornersOf({ x, y, width, height, angle }: TextBox): Point[] {
  const [cos, sin] = [Math.cos(angle) / 2, Math.sin(angle) / 2];
  return [-1, 1].flatMap((across) =>
    [-1, 1].map(
      (down): Point => [
        x + across * width * cos - down * height * sin,
        y + across * width * sin + down * height * cos,
      ],
    ),
  );
}
