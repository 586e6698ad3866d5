/** Chooses which columns of a table stay, and how wide they are. */
import { type Candidate, NEEDED } from './table-columns.ts';

/** The columns that fit a width. */
export interface Fit {
  readonly kept: readonly Candidate[];
  /** Widths of those kept. */
  readonly widths: readonly number[];
  /** Addresses that are too long for a column: they go below their row. */
  readonly below: readonly Candidate[];
  /** Those for which there is no room, in their order. */
  readonly hidden: readonly Candidate[];
}

/** All columns at the width that cuts nothing. */
export const asTheyAre = (all: readonly Candidate[]): Fit => ({
  ...{ kept: all, widths: all.map(({ natural }) => natural), below: [], hidden: [] },
});

/** How much wider than `width` columns of these widths are. */
export const excess = (widths: readonly number[], width: number): number =>
  widths.reduce((sum, one) => sum + one + 2, -2) - width;

const tooWide = (kept: readonly Candidate[], width: number): boolean =>
  excess(
    kept.map(({ least }) => least),
    width,
  ) > 0;

/** Addresses leave the row first, then columns are dropped: those of the lowest rank, the last one first. */
export function columnsThatFit(all: readonly Candidate[], width: number): Fit {
  const isFull = tooWide(all, width);
  const head = all.find(({ isLink }) => !isLink) ?? all[0];
  const below = isFull ? all.filter((one) => one.isLink && one !== head && !isPicture(one)) : [];
  let kept = all.filter((one) => !below.includes(one));
  const dropped: Candidate[] = [];
  let shortNames = false;
  while (kept.length > 1 && tooWide(kept, width)) {
    const lowest = Math.min(...kept.slice(1).map(({ rank }) => rank));
    if (lowest >= NEEDED && kept.some(({ least, loose }) => least > loose)) {
      shortNames = true;
      kept = kept.map((one) => ({ ...one, least: one.loose }));
      continue;
    }
    const last = kept.findLastIndex(({ rank }, index) => index > 0 && rank === lowest);
    dropped.unshift(...kept.splice(last, 1));
  }
  if (!shortNames) kept = filled(kept, dropped, width);
  const hidden = dropped.filter((one) => !kept.includes(one)).sort((a, b) => a.index - b.index);
  return { kept, widths: shrunk(kept, width), below, hidden };
}

/** Nobody opens the thumbnails of a list one by one. */
const isPicture = ({ header }: Candidate): boolean => /THUMBNAIL|PREVIEW/.test(header);

/** With those that fit into the room that a wider column has left, the first ones first. */
function filled(kept: readonly Candidate[], dropped: readonly Candidate[], width: number): Candidate[] {
  let now = [...kept];
  for (const one of [...dropped].sort((a, b) => b.rank - a.rank || a.index - b.index)) {
    const more = [...now, one].sort((a, b) => a.index - b.index);
    if (!tooWide(more, width)) now = more;
  }
  return now;
}

/** Widths in which the widest column that may shrink does so, one character at a time. */
function shrunk(kept: readonly Candidate[], width: number): number[] {
  const widths = kept.map(({ natural }) => natural);
  const [only, ...others] = kept;
  if (only && others.length === 0 && !only.isLink) return [Math.min(only.natural, width)];
  for (let left = excess(widths, width); left > 0; left -= 1) {
    const loose = widths.map((one, index) => (one > (kept[index]?.least ?? 0) ? one : 0));
    const widest = Math.max(...loose);
    if (widest === 0) return widths;
    widths[loose.indexOf(widest)] = widest - 1;
  }
  return widths;
}
