import type { Grey } from './grey.ts';

/** Filter before `COLOUR_MAPS`, which take even sizes only. Their levels go from 16 to 235 whatever the input's do. */
export const EVEN =
  "pad=w='ceil(iw/2)*2':h='ceil(ih/2)*2',scale=in_range=auto:out_range=limited,format=yuv420p";

/** Options that make ffmpeg encode pictures as grey maps with their two colour planes side by side below. */
export const COLOUR_MAPS = ['-c:v', 'pgmyuv', '-pix_fmt', 'yuv420p'] as const;

/** Luma in full range, by its level from 16 to 235. */
const FULL = Uint8Array.from({ length: 256 }, (_, level) =>
  Math.min(255, Math.max(0, Math.round(((level - 16) * 255) / 219))),
);

/** The picture in a map that ffmpeg made with `COLOUR_MAPS`. */
export function splitColour({ width, height, data }: Grey): Grey {
  const rows = Math.floor((height * 2) / 3);
  const half = { width: width >> 1, height: height - rows };
  const blue = new Uint8Array(half.width * half.height);
  const red = new Uint8Array(blue.length);
  for (let row = 0; row < half.height; row += 1) {
    const from = (rows + row) * width;
    blue.set(data.subarray(from, from + half.width), row * half.width);
    red.set(data.subarray(from + half.width, from + 2 * half.width), row * half.width);
  }
  const luma = data.subarray(0, rows * width).map((level) => FULL[level] ?? level);
  return { width, height: rows, data: luma, colour: { ...half, blue, red } };
}
