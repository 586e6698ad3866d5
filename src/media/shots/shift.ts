import { LOOK_HEIGHT, LOOK_WIDTH, type Look } from './look.ts';

const REACH_X = 12;
const REACH_Y = 8;

/** Every second offset, small ones first: after the likely ones, the others are soon rejected. */
const SHIFTS = Array.from({ length: (REACH_X + 1) * (REACH_Y + 1) }, (_, i): [number, number] => [
  2 * (i % (REACH_X + 1)) - REACH_X,
  2 * Math.floor(i / (REACH_X + 1)) - REACH_Y,
]).sort(([ax, ay], [bx, by]) => ax ** 2 + ay ** 2 - bx ** 2 - by ** 2);

/**
 * Mean brightness difference of two frames at the offset that fits best: small if the camera moved, large if the scene
 * changed. Tries every second offset, then those around the best.
 */
export function overlap(a: Look, b: Look): number {
  let best = Number.POSITIVE_INFINITY;
  let [x, y] = [0, 0];
  const attempt = (dx: number, dy: number) => {
    const now = moved(a.value, b.value, dx, dy, best);
    if (now >= best) return;
    best = now;
    [x, y] = [dx, dy];
  };
  for (const [dx, dy] of SHIFTS) attempt(dx, dy);
  const [midX, midY] = [x, y];
  for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) attempt(midX + dx, midY + dy);
  return best;
}

function moved(a: Uint8Array, b: Uint8Array, dx: number, dy: number, enough: number): number {
  const left = Math.max(0, -dx);
  const right = LOOK_WIDTH - Math.max(0, dx);
  const top = Math.max(0, -dy);
  const bottom = LOOK_HEIGHT - Math.max(0, dy);
  // Every second row is enough.
  const pixels = (right - left) * Math.ceil((bottom - top) / 2);
  const limit = enough * pixels;
  let sum = 0;
  for (let y = top; y < bottom && sum < limit; y += 2) {
    const row = y * LOOK_WIDTH;
    const other = (y + dy) * LOOK_WIDTH + dx;
    for (let x = left; x < right; x += 1) {
      const d = (a[row + x] as number) - (b[other + x] as number);
      sum += d < 0 ? -d : d;
    }
  }
  return sum / pixels;
}

/** Mean brightness difference without an offset. */
export function plainDifference(a: Look, b: Look): number {
  return moved(a.value, b.value, 0, 0, Number.POSITIVE_INFINITY);
}
