import type { LineRange } from '../boundaries.ts';
import type { Evidence } from '../port.ts';

/** Characters of evidence in one question; every current model reads this many at once. */
const WINDOW_CHARACTERS = 10_000;
/** Lines that two neighbouring windows share, so that a moment at an edge is whole in one of them. */
const SHARED_LINES = 6;

/** Splits evidence into windows that overlap: positions, both inclusive. */
export function windowsOf(evidence: readonly Evidence[]): LineRange[] {
  const windows: LineRange[] = [];
  for (let from = 0; from < evidence.length; ) {
    let to = from;
    let characters = evidence[from]?.text.length ?? 0;
    while (to + 1 < evidence.length) {
      characters += evidence[to + 1]?.text.length ?? 0;
      if (characters > WINDOW_CHARACTERS) break;
      to += 1;
    }
    windows.push({ from, to });
    if (to + 1 >= evidence.length) break;
    from = Math.max(from + 1, to + 1 - SHARED_LINES);
  }
  return windows;
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
