import { blockDistance, hueDistance, paletteDistance } from './distance.ts';
import type { Look } from './frame-analysis.ts';
import type { Timeline } from './timeline.ts';

/** Half lengths to try, in seconds: short ones for fast movement, long ones for slow dissolves. */
const HALVES = [0.2, 0.32, 0.44, 0.56, 0.68, 0.8];
/** A centre is a candidate if the palettes at these distances (seconds) both differ; a flash disturbs at most one. */
const PROBES = [0.36, 0.52];

const LEAST_PALETTE = 0.6;
const MOST_REST = 0.2;
const MOST_STEP = 0.35;
const MOST_CONTRAST = 0.88;
const MOST_LIKENESS = 0.5;
/** Shots of different colours; if the colours are equal, as in black and white, the mixture must be clean. */
const OTHER_HUES = 0.4;
const CLEAN_REST = 0.06;
const CLEAN_CONTRAST = 0.72;
/**
 * Something passing close to the camera goes away: the picture returns within this many seconds to this share of the
 * distance.
 */
const RETURN_SECONDS = 0.8;
const RETURN_SHARE = 0.3;

/** Whether there is no cut or flash between two frames. */
export type Free = (from: number, to: number) => boolean;

/** A possible dissolve. */
export interface Blend {
  start: number;
  end: number;
  centre: number;
  /** Higher is more certain. */
  score: number;
}

/**
 * Tests whether a frame is the middle of a dissolve. In a dissolve every frame between A and B is a mixture of the two
 * (small `rest`), the share of B grows without a jump (`step`), the mixture has less contrast than either (`contrast`),
 * and A and B differ in colours and layout. Changing light keeps the layout, movement is not a mixture, a cut jumps.
 */
export function blendAt(timeline: Timeline, centre: number, fps: number, free: Free): Blend | null {
  for (const seconds of PROBES) {
    const half = Math.round(seconds * fps);
    const a = timeline.at(centre - half);
    const b = timeline.at(centre + half);
    if (!a || !b || paletteDistance(a, b) < LEAST_PALETTE * 0.8) return null;
  }
  let best: Blend | null = null;
  for (const seconds of HALVES) {
    const half = Math.max(3, Math.round(seconds * fps));
    if (!free(centre - half, centre + half)) break;
    const found = mixture(timeline, centre, half);
    if (found && (!best || found.score > best.score) && !returns(timeline, centre, half, fps, free))
      best = found;
  }
  return best;
}

function mixture(timeline: Timeline, centre: number, half: number): Blend | null {
  const a = timeline.at(centre - half);
  const b = timeline.at(centre + half);
  if (!a || !b) return null;
  const palette = paletteDistance(a, b);
  if (palette < LEAST_PALETTE || likeness(a, b) > MOST_LIKENESS) return null;
  const shares: number[] = [];
  let rest = 0;
  let flattest = Number.POSITIVE_INFINITY;
  for (let index = centre - half + 1; index < centre + half; index += 1) {
    const look = timeline.at(index) as Look;
    const part = shareOf(a, b, look);
    shares.push(part.share);
    rest += part.rest / (2 * half - 1);
    flattest = Math.min(flattest, look.contrast);
  }
  const contrast = (2 * flattest) / Math.max(1, a.contrast + b.contrast);
  if (rest > MOST_REST || contrast > MOST_CONTRAST || largestStep([0, ...shares, 1]) > MOST_STEP) return null;
  const clean = rest <= CLEAN_REST && contrast <= CLEAN_CONTRAST;
  if (!clean && hueDistance(a, b) < OTHER_HUES) return null;
  const first = centre - half + 1;
  const start =
    first +
    Math.max(
      0,
      shares.findIndex((share) => share > 0.12),
    );
  const end = first + shares.findLastIndex((share) => share < 0.88) + 1;
  return { start, end: Math.max(start + 1, end), centre, score: palette + (1 - contrast) - 2 * rest };
}

/** Whether the picture after the middle soon looks like the one before it again, or vice versa. */
function returns(timeline: Timeline, centre: number, half: number, fps: number, free: Free): boolean {
  const reach = Math.round(RETURN_SECONDS * fps);
  const far = Math.max(1, Math.round(fps / 12));
  const a = timeline.at(centre - half);
  const b = timeline.at(centre + half);
  if (!a || !b) return true;
  const limit = RETURN_SHARE * blockDistance(a, b);
  for (let step = far; step <= reach; step += far) {
    const later = free(b.index, b.index + step) ? timeline.at(b.index + step) : undefined;
    if (later && blockDistance(a, later) < limit) return true;
    const earlier = free(a.index - step, a.index) ? timeline.at(a.index - step) : undefined;
    if (earlier && blockDistance(b, earlier) < limit) return true;
  }
  return false;
}

function largestStep(shares: readonly number[]): number {
  let most = 0;
  for (let i = 1; i < shares.length; i += 1) most = Math.max(most, (shares[i] ?? 0) - (shares[i - 1] ?? 0));
  return most;
}

/** Fits `look` as a mixture of a and b: the share of b, and the part of the distance that no mixture explains. */
function shareOf(a: Look, b: Look, look: Look): { share: number; rest: number } {
  let length = 0;
  let along = 0;
  let square = 0;
  for (let i = 0; i < a.blocks.length; i += 1) {
    const from = a.blocks[i] as number;
    const way = (b.blocks[i] as number) - from;
    const gone = (look.blocks[i] as number) - from;
    length += way * way;
    along += way * gone;
    square += gone * gone;
  }
  const share = along / Math.max(1, length);
  return { share, rest: Math.max(0, square - share * along) / Math.max(1, length) };
}

/** Correlation of the brightness of two pictures: 1 if one is the other in a different light. */
function likeness(a: Look, b: Look): number {
  const count = a.value.length;
  let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const x = a.value[i] as number;
    const y = b.value[i] as number;
    sa += x;
    sb += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  const spread = Math.sqrt(Math.max(0, aa - (sa * sa) / count) * Math.max(0, bb - (sb * sb) / count));
  return spread === 0 ? 0 : (ab - (sa * sb) / count) / spread;
}
