import { depths } from './cohesion.ts';
import type { ColouredShot, ShownText } from './types.ts';

/** A change in the picture. Seconds. */
export interface SeenChange {
  readonly time: number;
  readonly strength: number;
}

/** Shots on either side whose colours are compared. */
const BLOCK_SHOTS = 3;
/** Text counts as changed when less than this share of it stays. */
const STAYING = 0.5;
/** Texts that come or go within so many seconds change together: pictures are read 2.5 to 10 seconds apart. */
const TOGETHER = 1;

/** The cuts of a film, each with the depth (0 to 2) of its dip in the colours of the shots around it. */
export function cutChanges(shots: readonly ColouredShot[]): SeenChange[] {
  const dips = depths(
    shots.map(({ colours }) => colours),
    BLOCK_SHOTS,
    () => 1,
  );
  return shots.slice(1).map(({ start }, gap) => ({ time: start, strength: dips[gap] ?? 0 }));
}

/** Where the text in the picture changes: at least half of what was shown is gone, and other text is there. */
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
