import type { Box } from '../lines.ts';

/** Intersection over union of two boxes, 0 to 1. */
export function overlap(one: Box, other: Box): number {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (across <= 0 || down <= 0) return 0;
  const shared = across * down;
  return shared / (one.width * one.height + other.width * other.height - shared);
}
