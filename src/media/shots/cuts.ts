import { blockDistance, litBlocks, otherBlocks } from './distance.ts';
import { BLOCK_COLUMNS, BLOCK_ROWS, BLOCKS, LOOK_HEIGHT, LOOK_WIDTH, type Look } from './frame-analysis.ts';
import type { Timeline } from './timeline.ts';

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
function overlap(a: Look, b: Look): number {
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
function plainDifference(a: Look, b: Look): number {
  return moved(a.value, b.value, 0, 0, Number.POSITIVE_INFINITY);
}

/** Frames on each side that form the neighbourhood. */
const NEIGHBOURS = 4;
/** How far to search for them if frames are repeated, as in films of 5 to 12 frames per second. */
const FARTHEST = 6;
/** A frame that changes less repeats the previous one, apart from encoder noise. */
const REPEATED = 0.5;
/** A cut is the largest change within this many frames on each side. */
const PEAK = 2;
/** A flash, or something passing close by, lasts up to this many seconds. */
const FLASH_SECONDS = 0.28;

/**
 * The evidence for a cut: the change itself, its ratio to the neighbourhood, how different the scene still is some
 * frames later (`lasting`, 1: no likeness comes back, 0: it was a flash), and how much of the brightness difference
 * remains after undoing camera movement (`moved`, a share, and `rest`, in levels of 255), and in how much of the picture
 * something changed (`spread`, a share). Expensive ones are computed on demand.
 */
export interface Evidence {
  change: number;
  ratio: number;
  lasting: number;
  spread(): number;
  camera(): { moved: number; rest: number };
}

export interface CutRule {
  /** Whether a change needs a closer look. */
  considers(change: number, ratio: number): boolean;
  accepts(evidence: Evidence): boolean;
}

/** Below this, the picture soon returns to what it was. */
const LASTING = 0.5;
/** Like LASTING, if change or ratio alone is no proof. */
const SURELY_LASTING = 0.75;

/** Mean difference of a block's colour, of 255: encoders change a still block by less, and a line of text by more. */
const OTHER_BLOCK = 2;
/** A box or a caption that jumps changes less of the picture; a cut of a film changes nearly all of it. */
const LEAST_SPREAD = 0.5;

/**
 * The adaptive detector. Ratio 3 and change 15 are the published values; in addition, cuts between similar shots (9)
 * and cuts next to fast movement (ratio 2.1) are found if the scene is certainly another one. The numbers come from
 * seeds 1 to 4 of the benchmark reels.
 */
export const ADAPTIVE: CutRule = {
  considers: (change, ratio) => (change >= 9 && ratio >= 3) || (change >= 18 && ratio >= 2.1),
  accepts: ({ change, ratio, lasting, spread, camera }) => {
    const plain = change >= 15 && ratio >= 3;
    if (lasting < (plain ? LASTING : SURELY_LASTING) || spread() < LEAST_SPREAD) return false;
    const { moved, rest } = camera();
    if (plain) return moved >= 0.5;
    return moved >= 0.65 && (ratio >= 3 || rest >= 16);
  },
};

/** The content detector: change alone, except that a flash is not a cut. */
export function contentRule(threshold: number): CutRule {
  return { considers: (change) => change > threshold, accepts: ({ lasting }) => lasting >= LASTING };
}

export type Verdict = 'cut' | 'disturbance' | 'nothing';

/** Decides whether there is a cut at a frame. Later frames must have been seen, unless the film ends. */
export function judgeCut(timeline: Timeline, index: number, rule: CutRule, fps: number): Verdict {
  const before = timeline.at(index - 1);
  const look = timeline.at(index);
  if (!before || !look || !isPeak(timeline, index, look.change)) return 'nothing';
  const ratio = ratioAt(timeline, look);
  if (!rule.considers(look.change, ratio)) return 'nothing';
  const lasting = lastingAt(timeline, before, look, Math.max(2, Math.round(FLASH_SECONDS * fps)));
  const camera = () => {
    const rest = overlap(before, look);
    return { rest, moved: rest / Math.max(1, plainDifference(before, look)) };
  };
  const spread = () => otherBlocks(before, look, OTHER_BLOCK).length / Math.max(1, litBlocks(before, look));
  if (rule.accepts({ change: look.change, ratio, lasting, spread, camera })) return 'cut';
  return lasting < LASTING ? 'disturbance' : 'nothing';
}

function isPeak(timeline: Timeline, index: number, change: number): boolean {
  for (let step = 1; step <= PEAK; step += 1) {
    if ((timeline.at(index + step)?.change ?? 0) > change) return false;
    if ((timeline.at(index - step)?.change ?? 0) >= change) return false;
  }
  return true;
}

/**
 * The ratio of the change to the mean of its neighbours. The largest neighbour is left out, so that a nearby flash does
 * not hide a cut. Repeated frames do not count.
 */
function ratioAt(timeline: Timeline, look: Look): number {
  let sum = 0;
  let most = 0;
  let count = 0;
  for (const way of [-1, 1]) {
    for (let step = 1, taken = 0; taken < NEIGHBOURS && step <= FARTHEST; step += 1) {
      const change = timeline.at(look.index + way * step)?.change ?? 0;
      if (change < REPEATED) continue;
      sum += change;
      most = Math.max(most, change);
      taken += 1;
      count += 1;
    }
  }
  return look.change / Math.max(1, count > 1 ? (sum - most) / (count - 1) : 0);
}

/** The smallest distance between a frame shortly before and one shortly after, relative to the immediate change. */
function lastingAt(timeline: Timeline, before: Look, look: Look, reach: number): number {
  const now = blockDistance(before, look);
  let least = now;
  for (let back = 0; back < reach; back += 1) {
    const a = timeline.at(before.index - back);
    for (let ahead = 0; a && ahead < reach; ahead += 1) {
      const b = timeline.at(look.index + ahead);
      if (b) least = Math.min(least, blockDistance(a, b));
    }
  }
  return now === 0 ? 0 : least / now;
}

/** A page (a slide, a window) stays as it is for this many seconds before and after the change to another. */
const PAGE_SECONDS = 1;
/**
 * A sixth of the picture, over more than half of its height: a new bullet, a caption, subtitles, a clock, a cursor or a
 * dialogue change less (at most 20 of 144 blocks, over 4 of 9 rows), two slides of one layout more (from 26, over 6).
 */
const PAGE_BLOCKS = BLOCKS / 6;
const PAGE_ROWS = BLOCK_ROWS / 2;
/** Of a scrolled page, more than this share of the difference is gone at the offset that fits best. */
const SCROLLED = 0.65;

/**
 * Whether a still page changes into another on the same background, which changes too little of the picture for a
 * `CutRule`: many blocks change in one frame that are still before and after. Blocks with a clock, a ticker or a
 * talking head do not count. `PAGE_SECONDS` of later frames must have been seen, unless the film ends.
 */
export function isOtherPage(timeline: Timeline, index: number, fps: number): boolean {
  const before = timeline.at(index - 1);
  const look = timeline.at(index);
  if (!before || !look || !isPeak(timeline, index, look.change)) return false;
  let changed = otherBlocks(before, look, OTHER_BLOCK);
  for (let step = Math.round(PAGE_SECONDS * fps); step > 0 && fillsPage(changed); step -= 1) {
    const [earlier, later] = [timeline.at(before.index - step), timeline.at(look.index + step)];
    const moving = new Set([
      ...(earlier ? otherBlocks(earlier, before, OTHER_BLOCK) : []),
      ...(later ? otherBlocks(look, later, OTHER_BLOCK) : []),
    ]);
    changed = changed.filter((block) => !moving.has(block));
  }
  if (!fillsPage(changed)) return false;
  return overlap(before, look) >= SCROLLED * plainDifference(before, look);
}

function fillsPage(blocks: readonly number[]): boolean {
  if (blocks.length < PAGE_BLOCKS) return false;
  return new Set(blocks.map((block) => Math.floor(block / BLOCK_COLUMNS))).size > PAGE_ROWS;
}
