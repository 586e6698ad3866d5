import { ADDED, COLUMNS, DOUBLE, FLIPS, PLANES, type Scanner, STRIDE, SUMS, WORDS } from './layout.ts';

/** A scanner in TypeScript, 32 entries at a time: for machines without SIMD in WebAssembly, and to check that one by. */
export function plainScanner(memory = new Int32Array(WORDS)): Scanner {
  const sums = new Int32Array(PLANES);
  return {
    memory,
    scan(from, end) {
      for (let at = from; at < end; at += 1) {
        for (let plane = 0; plane < PLANES; plane += 1) sums[plane] = memory[ADDED + plane * 4] ?? 0;
        for (let column = 0; column < COLUMNS; column += 2)
          addTwo(sums, column < DOUBLE ? 1 : 0, bitsOf(memory, column, at), bitsOf(memory, column + 1, at));
        for (let plane = 0; plane < PLANES; plane += 1) memory[SUMS + plane * STRIDE + at] = sums[plane] ?? 0;
      }
    },
  };
}

function bitsOf(memory: Int32Array, column: number, at: number): number {
  return (memory[column * STRIDE + at] ?? 0) ^ (memory[FLIPS + column * 4] ?? 0);
}

/** Adds two bits to each of 32 numbers, whose digits lie in planes. */
function addTwo(sums: Int32Array, lowest: number, one: number, other: number): void {
  const own = sums[lowest] ?? 0;
  const either = own ^ one;
  sums[lowest] = either ^ other;
  let carry = (own & one) | (either & other);
  for (let plane = lowest + 1; carry !== 0; plane += 1) {
    const digit = sums[plane] ?? 0;
    sums[plane] = digit ^ carry;
    carry &= digit;
  }
}
