import type { Grey } from '../../../../media/index.ts';

/** Half the side, in pixels, of the square that a pixel is compared with. */
const RADIUS = 15;
/** Minimum level difference between text and its surroundings. */
const ABOVE = 14;
/** Fixed levels: they separate text from surroundings that are as light, for example behind a thin outline. */
const LEVELS = [100, 150, 200] as const;

/** The thresholds to try on a picture, with a level per pixel: relative to the surroundings, and fixed. */
export function* thresholds(grey: Grey): Generator<Uint8Array> {
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
