import type { Grey } from '../../../../media/index.ts';
import { type DetectorAsk, SIDE_STEP } from './messages.ts';

/** Longer side of the pictures that the detector gets, in pixels: twice as many take four times as long. */
export const LONGER_SIDE = 800;

/** A picture in a size for the detector, with nearly its own aspect ratio. A smaller one is not enlarged. */
export function detectorInput(grey: Grey): DetectorAsk {
  const scale = Math.min(1, LONGER_SIDE / Math.max(grey.width, grey.height));
  const side = (pixels: number) => Math.max(1, Math.round((pixels * scale) / SIDE_STEP)) * SIDE_STEP;
  const [width, height] = [side(grey.width), side(grey.height)];
  const size = { width, height };
  const luma = resized(grey, size);
  const blue = grey.colour ? resized({ ...grey.colour, data: grey.colour.blue }, size) : undefined;
  const red = grey.colour ? resized({ ...grey.colour, data: grey.colour.red }, size) : undefined;
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < luma.length; at += 1) {
    // BT.601; the planes of colour go from 16 to 240.
    const [y, b, r] = [luma[at] ?? 0, (blue?.[at] ?? 128) - 128, (red?.[at] ?? 128) - 128];
    rgb[3 * at] = level(y + 1.596 * r);
    rgb[3 * at + 1] = level(y - 0.391 * b - 0.813 * r);
    rgb[3 * at + 2] = level(y + 2.018 * b);
  }
  return { width, height, rgb };
}

const level = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** Scales a plane: each pixel is the mean of those that it covers, or of the nearest one. */
function resized({ width, height, data }: Grey, to: { width: number; height: number }): Float32Array {
  const columns = spans(to.width, width);
  const rows = spans(to.height, height);
  const result = new Float32Array(to.width * to.height);
  for (const [y, [top, bottom]] of rows.entries())
    for (const [x, [left, right]] of columns.entries()) {
      let sum = 0;
      for (let row = top; row < bottom; row += 1)
        for (let at = row * width + left; at < row * width + right; at += 1) sum += data[at] ?? 0;
      result[y * to.width + x] = sum / ((bottom - top) * (right - left));
    }
  return result;
}

/** For each of `count` pixels: the first of `from` pixels that it covers, and the one after the last. */
function spans(count: number, from: number): [number, number][] {
  return Array.from({ length: count }, (_, at) => {
    const first = Math.min(from - 1, Math.floor((at * from) / count));
    return [first, Math.max(first + 1, Math.floor(((at + 1) * from) / count))];
  });
}
