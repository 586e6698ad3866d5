import { Bits } from './bits.ts';
import { readHeader } from './header.ts';
import { ORDER } from './tables.ts';
import type { Component, Grey, JpegScan } from './types.ts';

/** cos((2 * place + 1) * wave * pi / 16) / 2, by 8 * place + wave: the inverse transform of ITU-T T.81, A.3.3. */
const WAVES = Float32Array.from({ length: 64 }, (_, at) => {
  const wave = at & 7;
  return (Math.cos(((2 * (at >> 3) + 1) * wave * Math.PI) / 16) * (wave === 0 ? Math.SQRT1_2 : 1)) / 2;
});

/**
 * The lightness of a baseline JPEG picture, to within one level of what other decoders give; colours are passed over.
 * 2 to 30 ms for what films give here. Undefined for any other picture, a damaged one among them.
 */
export function greyOfJpeg(bytes: Buffer): Grey | undefined {
  try {
    const scan = readHeader(bytes);
    return scan && decode(scan);
  } catch {
    return undefined;
  }
}

function decode({ width, height, components, restart, coded }: JpegScan): Grey | undefined {
  const [lightness] = components;
  if (!lightness) return undefined;
  const across = Math.max(...components.map((component) => component.across));
  const down = Math.max(...components.map((component) => component.down));
  if (lightness.across !== across || lightness.down !== down) return undefined;
  const columns = Math.ceil(width / (8 * across));
  const units = columns * Math.ceil(height / (8 * down));
  const stride = columns * across * 8;
  const pixels = new Uint8ClampedArray((units / columns) * down * 8 * stride);
  const bits = new Bits(coded);
  const block = new Float32Array(64);
  const before = components.map(() => 0);
  for (let unit = 0; unit < units; unit += 1) {
    if (restart > 0 && unit > 0 && unit % restart === 0) {
      bits.restart();
      before.fill(0);
    }
    for (const [index, component] of components.entries())
      for (let part = 0; part < component.across * component.down; part += 1) {
        before[index] = (before[index] ?? 0) + bits.number(bits.symbol(component.dc));
        if (index > 0) skip(bits, component);
        else {
          const flat = fill(block, bits, component, before[index] ?? 0);
          const x = ((unit % columns) * across + (part % across)) * 8;
          const y = (Math.floor(unit / columns) * down + Math.floor(part / across)) * 8;
          place(block, flat, pixels, y * stride + x, stride);
        }
      }
  }
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) data.set(pixels.subarray(y * stride, y * stride + width), y * width);
  return { width, height, data };
}

/** Passes over the waves of a block. */
function skip(bits: Bits, { ac }: Component): void {
  for (let at = 1; at < 64; at += 1) {
    const symbol = bits.symbol(ac);
    if (symbol === 0) return;
    at += symbol >> 4;
    bits.number(symbol & 15);
  }
}

/** Reads a block's waves; `mean` is the first. True where there is no other. */
function fill(block: Float32Array, bits: Bits, { ac, steps }: Component, mean: number): boolean {
  block.fill(0);
  block[0] = mean * (steps[0] ?? 0);
  let flat = true;
  for (let at = 1; at < 64; at += 1) {
    const symbol = bits.symbol(ac);
    if (symbol === 0) break;
    at += symbol >> 4;
    const value = bits.number(symbol & 15);
    const place = ORDER[at];
    if (place === undefined || value === 0) continue;
    block[place] = value * (steps[place] ?? 0);
    flat = false;
  }
  return flat;
}

const half = new Float32Array(64);

/** Turns a block of waves into pixels, from `at` on. */
function place(
  block: Float32Array,
  flat: boolean,
  pixels: Uint8ClampedArray,
  at: number,
  stride: number,
): void {
  if (flat) {
    const level = (block[0] ?? 0) / 8 + 128;
    for (let y = 0; y < 8; y += 1) pixels.fill(level, at + y * stride, at + y * stride + 8);
    return;
  }
  for (let to = 0; to < 64; to += 1) {
    let sum = 0;
    for (let wave = 0; wave < 8; wave += 1)
      sum += (block[(to & 56) + wave] ?? 0) * (WAVES[(to & 7) * 8 + wave] ?? 0);
    half[to] = sum;
  }
  for (let to = 0; to < 64; to += 1) {
    let sum = 128;
    for (let wave = 0; wave < 8; wave += 1)
      sum += (half[wave * 8 + (to & 7)] ?? 0) * (WAVES[(to & 56) + wave] ?? 0);
    pixels[at + (to >> 3) * stride + (to & 7)] = sum;
  }
}
