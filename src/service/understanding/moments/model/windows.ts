import { runsOf } from '../../language/packing.ts';
import type { LineRange } from '../boundaries.ts';

/** Characters of evidence in one question; every current model behind an endpoint reads this many at once. */
export const WINDOW_CHARACTERS = 10_000;
/** Lines that two neighbouring windows share, so that a moment at an edge is whole in one of them. */
const SHARED_LINES = 6;

/** Splits evidence into windows that overlap. @param shares the share of a question that each line takes */
export function windowsOf(shares: readonly number[]): LineRange[] {
  return runsOf(shares, SHARED_LINES);
}

/** Windows shorter than this are not split any more. */
const LEAST_LINES = 4;

/** The halves of a window that failed; undefined if it is too short to split. */
export function halvesOf({ from, to }: LineRange): [LineRange, LineRange] | undefined {
  if (to - from + 1 < LEAST_LINES) return undefined;
  const middle = Math.floor((from + to) / 2);
  return [
    { from, to: middle },
    { from: middle + 1, to },
  ];
}
