import type { Candidate } from './types.ts';

/** Maximum number of candidates; the strongest are kept. */
const MOST_CANDIDATES = 4000;

/** Constraints on the choice of boundaries. */
export interface Choice {
  /** Minimum seconds between boundaries, and between them and the window's ends. */
  readonly spacing: number;
  /** The window. Seconds. */
  readonly start: number;
  readonly end: number;
  /** Minimum and maximum number of boundaries. There are fewer than `least` if the candidates do not allow more. */
  readonly least: number;
  readonly most: number;
  /** Beyond `least`, a boundary must be stronger than this. */
  readonly threshold: number;
}

/**
 * Chooses the boundaries with the largest total strength, by dynamic programming over their number and the candidates,
 * so that a weaker boundary never displaces a stronger later one. Seconds, in order.
 */
export function chooseBoundaries(candidates: readonly Candidate[], choice: Choice): number[] {
  const { spacing, start, end, most, least, threshold } = choice;
  const fits = candidates.filter(({ time }) => time >= start + spacing && time <= end - spacing);
  const points = strongest(fits);
  let row = points.map(strengthOf);
  const trails: Int32Array[] = [];
  let best = { count: 0, sum: least > 0 ? Number.NEGATIVE_INFINITY : 0, at: -1 };
  for (let count = 1; count <= most; count += 1) {
    const at = indexOfMost(row);
    if (at < 0) break;
    const sum = (row[at] ?? 0) - count * threshold;
    if (count <= least || sum > best.sum) best = { count, sum, at };
    const next = extend(points, row, spacing);
    trails.push(next.trail);
    row = next.row;
  }
  return walkBack(points, trails, best);
}

function strengthOf({ score, prompted }: Candidate): number {
  return score + prompted;
}

function strongest(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates]
    .sort((one, other) => strengthOf(other) - strengthOf(one))
    .slice(0, MOST_CANDIDATES)
    .sort((one, other) => one.time - other.time);
}

const NONE = Number.NEGATIVE_INFINITY;

/** The best sums with one more boundary, for each last point, and the boundary before it. */
function extend(points: readonly Candidate[], row: readonly number[], spacing: number) {
  const trail = new Int32Array(points.length).fill(-1);
  let [reached, best, bestAt] = [0, NONE, -1];
  const sums = points.map((point, at) => {
    while (reached < at && (points[reached]?.time ?? 0) <= point.time - spacing) {
      const sum = row[reached] ?? NONE;
      if (sum > best) [best, bestAt] = [sum, reached];
      reached += 1;
    }
    trail[at] = bestAt;
    return best === NONE ? NONE : best + strengthOf(point);
  });
  return { row: sums, trail };
}

function indexOfMost(row: readonly number[]): number {
  let best = -1;
  for (const [at, sum] of row.entries()) if (sum !== NONE && sum > (row[best] ?? NONE)) best = at;
  return best;
}

function walkBack(
  points: readonly Candidate[],
  trails: readonly Int32Array[],
  { count, at }: { count: number; at: number },
): number[] {
  const times: number[] = [];
  for (let left = count - 1, point = at; left >= 0 && point >= 0; left -= 1) {
    times.unshift(points[point]?.time ?? 0);
    point = trails[left - 1]?.[point] ?? -1;
  }
  return times;
}
