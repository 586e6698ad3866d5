import type { Box } from '../lines.ts';
import type { Picture } from './messages.ts';

/** Width and height of a face's thumbnail, in pixels. */
export const CROP_SIZE = 160;

/** Margin around a face on each side, relative to its size. */
const MARGIN = 0.3;

/**
 * A square around a face, scaled to CROP_SIZE, rgb24. It is shifted into the picture if possible; anything still
 * outside repeats the edge.
 */
export function cropAround(picture: Picture, box: Box): Uint8Array {
  const { width, height, data } = picture;
  const side = Math.max(box.width * width, box.height * height) * (1 + 2 * MARGIN);
  const left = inside((box.left + box.width / 2) * width - side / 2, side, width);
  const top = inside((box.top + box.height / 2) * height - side / 2, side, height);
  const columns = places(left, side, width);
  const rows = places(top, side, height);
  const out = new Uint8Array(CROP_SIZE * CROP_SIZE * 3);
  let at = 0;
  for (const y of rows)
    for (const x of columns) {
      for (let channel = 0; channel < 3; channel += 1) {
        const above = mix(data, (y.low * width + x.low) * 3, (y.low * width + x.high) * 3, channel, x.part);
        const below = mix(data, (y.high * width + x.low) * 3, (y.high * width + x.high) * 3, channel, x.part);
        out[at] = Math.round(above + (below - above) * y.part);
        at += 1;
      }
    }
  return out;
}

function inside(from: number, side: number, whole: number): number {
  if (side >= whole) return (whole - side) / 2;
  return Math.min(Math.max(from, 0), whole - side);
}

/** The source of each pixel on one axis: between two pixels, at fraction `part`. */
function places(from: number, side: number, whole: number): { low: number; high: number; part: number }[] {
  return Array.from({ length: CROP_SIZE }, (_, index) => {
    const at = Math.min(Math.max(from + ((index + 0.5) * side) / CROP_SIZE - 0.5, 0), whole - 1);
    const low = Math.floor(at);
    return { low, high: Math.min(low + 1, whole - 1), part: at - low };
  });
}

function mix(data: Uint8Array, one: number, other: number, channel: number, part: number): number {
  const [from = 0, to = 0] = [data[one + channel], data[other + channel]];
  return from + (to - from) * part;
}
