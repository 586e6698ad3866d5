import { depths } from './cohesion.ts';
import type { ColouredShot, ShownText } from './types.ts';

/** A visual change. Times in seconds. */
export interface SeenChange {
  readonly time: number;
  readonly strength: number;
}

/** Number of shots on each side whose colours are compared. */
const BLOCK_SHOTS = 3;
/** Text counts as changed if less than this share of it stays. */
const STAYING = 0.5;
/** Texts that change within this many seconds change together: frames are 2.5 to 10 seconds apart. */
const TOGETHER = 1;

/** The cuts of a film, each with the depth (0 to 2) of the dip in the colours around it. */
export function cutChanges(shots: readonly ColouredShot[]): SeenChange[] {
  const dips = depths(
    shots.map(({ colours }) => colours),
    BLOCK_SHOTS,
    () => 1,
  );
  return shots.slice(1).map(({ start }, gap) => ({ time: start, strength: dips[gap] ?? 0 }));
}

/** Where the on-screen text changes: at least half of it is gone, and there is new text. */
export function textChanges(texts: readonly ShownText[]): SeenChange[] {
  const starts = [...new Set(texts.map(({ start }) => start))].sort((one, other) => one - other);
  return starts.slice(1).flatMap((start, index) => {
    const before = starts[index] ?? start;
    if (start - before < TOGETHER) return [];
    const old = shownAt(texts, before);
    const now = shownAt(texts, start);
    const kept = [...now].filter((text) => old.has(text)).length;
    if (kept > STAYING * Math.max(old.size, now.size)) return [];
    const gone = texts.reduce((last, { end }) => (end < start ? Math.max(last, end) : last), before);
    return [{ time: (gone + start) / 2, strength: 1 }];
  });
}

function shownAt(texts: readonly ShownText[], time: number): Set<string> {
  return new Set(texts.filter(({ start, end }) => start <= time && time <= end).map(({ text }) => text));
}
