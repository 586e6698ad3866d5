import type { FrameRate } from '../types.ts';

/** @returns the number in a program's output, or null for `N/A`, `0/0` and the like */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Parses `30000/1001` or `4:3`. @returns numerator and denominator, both positive, or null */
export function ratioOf(value: unknown): [number, number] | null {
  const found = typeof value === 'string' ? /^(\d+)[/:](\d+)$/.exec(value) : null;
  const top = Number(found?.[1] ?? 0);
  const bottom = Number(found?.[2] ?? 0);
  return top > 0 && bottom > 0 ? [top, bottom] : null;
}

/** Parses a sample aspect ratio, reduced; an unknown one counts as square. */
export function sampleAspectOf(value: unknown): string {
  const [top, bottom] = ratioOf(value) ?? [1, 1];
  const divisor = commonDivisor(top, bottom);
  return `${top / divisor}:${bottom / divisor}`;
}

/** @returns a frame rate from its exact ratio */
export function frameRateOf(value: unknown): FrameRate | null {
  const ratio = ratioOf(value);
  if (!ratio) return null;
  return { rational: `${ratio[0]}/${ratio[1]}`, value: round(ratio[0] / ratio[1], 3) };
}

/**
 * The exact ratio of a rate printed with two decimals: 29.97 is 30000/1001.
 * @param rate frames per second, as printed
 */
export function frameRateFromDecimal(rate: number): FrameRate | null {
  if (!(rate > 0)) return null;
  const whole = Math.round(rate);
  if (Math.abs(rate - whole) < 0.001) return frameRateOf(`${whole}/1`);
  for (const base of [24, 30, 48, 60, 120]) {
    if (Math.abs((base * 1000) / 1001 - rate) < 0.006) return frameRateOf(`${base * 1000}/1001`);
  }
  const divisor = commonDivisor(Math.round(rate * 100), 100);
  return frameRateOf(`${Math.round(rate * 100) / divisor}/${100 / divisor}`);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** @returns the number with at most `decimals` decimals */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}
