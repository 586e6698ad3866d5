import { blockDistance } from './distance.ts';
import type { Look } from './look.ts';
import { overlap } from './shift.ts';
import type { Timeline } from './timeline.ts';

/** Frames on each side whose change is the neighbourhood. */
export const NEIGHBOURS = 4;

/** @returns how many times a frame's change exceeds that of the frames around it */
export function ratioAt(timeline: Timeline, index: number, floor: number): number {
  let sum = 0;
  let most = 0;
  let count = 0;
  for (let side = -1; side <= 1; side += 2) {
    for (let step = 1, taken = 0; taken < NEIGHBOURS && step <= 3 * NEIGHBOURS; step += 1) {
      const look = timeline.at(index + side * step);
      if (!look) break;
      if (look.change === 0) continue;
      sum += look.change;
      if (look.change > most) most = look.change;
      taken += 1;
      count += 1;
    }
  }
  const mean = count > 1 ? (sum - most) / (count - 1) : 0;
  return (timeline.at(index)?.change ?? 0) / Math.max(mean, floor);
}
export function across(timeline: Timeline, index: number, reach: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let a = 1; a <= reach; a += 1) for (let b = 0; b < reach; b += 1) {
    if (a===1 && b===0) continue;
    const before = timeline.at(index - a), after = timeline.at(index + b);
    if (before && after) least = Math.min(least, blockDistance(before, after));
  }
  return least;
}
