/** Size of the small frames for shot detection. Larger ones cost more and find no more. */
export const LOOK_WIDTH = 64;
export const LOOK_HEIGHT = 36;
const PIXELS = LOOK_WIDTH * LOOK_HEIGHT;

/** The picture is also kept as 16 by 9 mean colours, in which small movements vanish. */
const BLOCK = 4;
export const BLOCK_COLUMNS = LOOK_WIDTH / BLOCK;
export const BLOCK_ROWS = LOOK_HEIGHT / BLOCK;
export const BLOCKS = BLOCK_COLUMNS * BLOCK_ROWS;

/** 8 greys, then 12 hues by 2 saturations by 3 brightnesses. */
export const GREYS = 8;
export const LEVELS = 3;
export const BINS = GREYS + 12 * 2 * LEVELS;

/** The most value, of 255, of a pixel in a black bar: encoders add some noise. */
export const DARK = 24;

/** Below these, colour is noise: a dark or grey pixel may have any hue. */
const LEAST_VALUE = 32;
const LEAST_SATURATION = 40;

/** The analysis of one frame. Objects are reused; do not hold one longer than the timeline does. */
export interface Look {
  /** Index in the sequence, from 0. */
  index: number;
  /** Seconds. */
  time: number;
  /** 0..179, two degrees each. */
  hue: Uint8Array;
  /** 0..255, reduced towards 0 in dark pixels. */
  saturation: Uint8Array;
  value: Uint8Array;
  /** Pixels in each colour bin. */
  histogram: Uint16Array;
  /** Sums of red, green and blue of each block of 4 by 4 pixels. */
  blocks: Uint16Array;
  /** Mean and standard deviation of luma, 0..255. */
  brightness: number;
  contrast: number;
  /** Mean HSV change from the previous frame, 0 for the first. */
  change: number;
}

export function emptyLook(): Look {
  return {
    index: -1,
    time: 0,
    hue: new Uint8Array(PIXELS),
    saturation: new Uint8Array(PIXELS),
    value: new Uint8Array(PIXELS),
    histogram: new Uint16Array(BINS),
    blocks: new Uint16Array(BLOCKS * 3),
    brightness: 0,
    contrast: 0,
    change: 0,
  };
}

/** Saturation and hue are fractions of the channels' range: tables avoid the divisions. */
const BY_VALUE = Float32Array.from({ length: 256 }, (_, i) =>
  i === 0 ? 0 : (255 / i) * Math.min(1, i / LEAST_VALUE),
);
const BY_RANGE = Float32Array.from({ length: 256 }, (_, i) => (i === 0 ? 0 : 30 / i));
/**
 * A hue begins so many degrees before red, yellow, green and so on, which noise would else move to another hue, and ends 12
 * behind it: skin and brick, at 15, are of the next one, orange.
 */
export const HUE_BEGINS = 18;
const HUE_BIN = Uint8Array.from({ length: 180 }, (_, i) => Math.floor(((i + HUE_BEGINS / 2) % 180) / 15) * 6);

/**
 * Reads one frame.
 * @param rgb LOOK_WIDTH by LOOK_HEIGHT pixels of three bytes
 * @param out overwritten
 */
export function readLook(rgb: Uint8Array, out: Look): void {
  const { hue, saturation, value, histogram, blocks } = out;
  histogram.fill(0);
  blocks.fill(0);
  let sum = 0;
  let squares = 0;
  for (let i = 0, at = 0; i < PIXELS; i += 1, at += 3) {
    const r = rgb[at] as number;
    const g = rgb[at + 1] as number;
    const b = rgb[at + 2] as number;
    const most = r > g ? (r > b ? r : b) : g > b ? g : b;
    const least = r < g ? (r < b ? r : b) : g < b ? g : b;
    const range = most - least;
    const s = (range * (BY_VALUE[most] as number)) | 0;
    const h = hueOf(r, g, b, most, range);
    hue[i] = h;
    saturation[i] = s;
    value[i] = most;
    const luma = (2 * r + 5 * g + b) >> 3;
    sum += luma;
    squares += luma * luma;
    const bin =
      s < LEAST_SATURATION ? luma >> 5 : GREYS + (HUE_BIN[h] as number) + (s > 120 ? 3 : 0) + third(most);
    histogram[bin] = (histogram[bin] as number) + 1;
    const block = 3 * ((i >> 8) * BLOCK_COLUMNS + ((i & 63) >> 2));
    blocks[block] = (blocks[block] as number) + r;
    blocks[block + 1] = (blocks[block + 1] as number) + g;
    blocks[block + 2] = (blocks[block + 2] as number) + b;
  }
  out.brightness = sum / PIXELS;
  out.contrast = Math.sqrt(Math.max(0, squares / PIXELS - out.brightness ** 2));
}

function hueOf(r: number, g: number, b: number, most: number, range: number): number {
  const scale = BY_RANGE[range] as number;
  if (most === r) {
    const h = (g - b) * scale;
    return (h < 0 ? h + 180 : h) | 0;
  }
  return most === g ? (60 + (b - r) * scale) | 0 : (120 + (r - g) * scale) | 0;
}

function third(value: number): number {
  return value < 86 ? 0 : value < 171 ? 1 : 2;
}
