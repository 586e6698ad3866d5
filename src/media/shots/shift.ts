import { LOOK_HEIGHT, LOOK_WIDTH, type Look } from './look.ts';

const REACH_X = 12;
const REACH_Y = 7;

/**
 * Mean difference of brightness of two frames where the second is moved so as to fit best: small when the camera
 * moved, large when the scene changed.
 */
export function overlap(a: Look, b: Look): number {
  let best = Number.POSITIVE_INFINITY;
  for (let dy = -REACH_Y; dy <= REACH_Y; dy += 1) {
    for (let dx = -REACH_X; dx <= REACH_X; dx += 1)
      best = Math.min(best, moved(a.value, b.value, dx, dy, best));
  }
  return best;
}

function moved(a: Uint8Array, b: Uint8Array, dx: number, dy: number, enough: number): number {
  const left = Math.max(0, -dx);
  const right = LOOK_WIDTH - Math.max(0, dx);
  const top = Math.max(0, -dy);
  const bottom = LOOK_HEIGHT - Math.max(0, dy);
  const limit = enough * (right - left) * (bottom - top);
  let sum = 0;
  for (let y = top; y < bottom && sum < limit; y += 1) {
    const row = y * LOOK_WIDTH;
    const other = (y + dy) * LOOK_WIDTH + dx;
    for (let x = left; x < right; x += 1) {
      const d = (a[row + x] as number) - (b[other + x] as number);
      sum += d < 0 ? -d : d;
    }
  }
  return sum / ((right - left) * (bottom - top));
}

/** Mean difference of brightness without any movement. */
export function plainDifference(a: Look, b: Look): number {
  return moved(a.value, b.value, 0, 0, Number.POSITIVE_INFINITY);
}
