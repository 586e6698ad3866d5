import { WIDTH } from './bert.ts';

/**
 * The mean of rows of an encoder, as a vector of length 1.
 * @param rows WIDTH numbers each
 * @param from the first row, from 0
 * @param to the row after the last
 */
export function meanOfRows(rows: Float32Array, from: number, to: number): Float32Array {
  const sum = new Float32Array(WIDTH);
  for (let at = from * WIDTH; at < to * WIDTH; at += 1) {
    const column = at % WIDTH;
    sum[column] = (sum[column] ?? 0) + (rows[at] ?? 0);
  }
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
