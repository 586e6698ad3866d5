import type { Blob } from './blobs.ts';

/** Letters up to this height, in pixels, are so thin that their edges are soft. */
const SMALL = 12;

/** Share of a strip's height that a letter has at most: there is ground around its line. */
const TALLEST = 0.9;

export const heightOf = ({ top, bottom }: Pick<Blob, 'top' | 'bottom'>): number => bottom - top;
const widthOf = ({ left, right }: Blob): number => right - left;
const levelOf = ({ inside, runs }: Blob): number => inside / runs;

/** Whether a blob may be a letter, or a few touching ones: by its size, stroke width and edge contrast. */
export function isLetter(blob: Blob, width: number, height: number): boolean {
  const [high, wide] = [heightOf(blob), widthOf(blob)];
  if (high < 6 || high > height * TALLEST || wide > Math.min(width, high * 10) || blob.area < 10)
    return false;
  if (blob.left <= 0 || blob.top <= 0 || blob.right >= width || blob.bottom >= height) return false;
  const filled = blob.area / (high * wide);
  if (filled < 0.08 || (filled > 0.9 && wide > high * 0.6)) return false;
  if (blob.area / blob.runs > Math.max(4, high * 0.9) || blob.runs > high * 7) return false;
  return (high <= SMALL ? blob.near : blob.clear) >= blob.runs * 2 * 0.8;
}

/** Words are no further apart, in heights of a letter. */
const APART = 1.5;
/** Nor are they with a sign between them that does not stand on their line: `=`, `*`, a dash. */
const APART_WITH_SIGN = 4;

/** Whether a blob may be a sign, or a part of one, beside letters that are so high at most: a bar, or a star, and no letter. */
function isMark(blob: Blob, tallest: number): boolean {
  const [high, wide] = [heightOf(blob), widthOf(blob)];
  const isBar = wide >= 2 * high && high <= 0.3 * tallest && blob.area >= 0.7 * wide * high;
  const isStar = high >= 0.25 * tallest && high <= 0.6 * tallest && wide >= 0.25 * tallest;
  return (isBar || isStar) && wide <= 1.5 * tallest;
}

/**
 * Groups letters side by side: similar in height and lightness, on one line, no further apart than words.
 * @param blobs the letters and all besides, among which are signs
 */
export function groupLetters(letters: readonly Blob[], blobs: readonly Blob[]): Blob[][] {
  const sorted = letters.toSorted((one, other) => one.left - other.left);
  const tallest = Math.max(0, ...sorted.map(heightOf));
  const marks = letters.length > 1 ? blobs.filter((blob) => isMark(blob, tallest)) : [];
  const reach = (marks.length > 0 ? APART_WITH_SIGN : APART) * tallest;
  const groups = new Map<Blob, Blob[]>(sorted.map((letter) => [letter, [letter]]));
  for (const [index, letter] of sorted.entries())
    for (let at = index + 1; at < sorted.length; at += 1) {
      const other = sorted[at];
      if (!other || other.left > letter.right + reach) break;
      const [one, two] = [groups.get(letter), groups.get(other)];
      if (!one || !two || one === two || !areNeighbours(letter, other, marks)) continue;
      one.push(...two);
      for (const moved of two) groups.set(moved, one);
    }
  return [...new Set(groups.values())];
}

/** Whether `other`, further right, continues the line of `one`. */
function areNeighbours(one: Blob, other: Blob, marks: readonly Blob[]): boolean {
  const [a, b] = [heightOf(one), heightOf(other)];
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  const gap = other.left - one.right;
  if (gap < -0.5 * Math.min(widthOf(one), widthOf(other)) || high > 2.2 * low) return false;
  if (gap > (marks.length > 0 ? APART_WITH_SIGN : APART) * high) return false;
  if (Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 0.5 * low) return false;
  const slack = 0.2 * high + 1;
  if (Math.abs(one.bottom - other.bottom) > slack && Math.abs(one.top - other.top) > slack) return false;
  const [first, second] = [levelOf(one), levelOf(other)];
  const contrast = Math.max(first, second) - Math.min(one.outside / one.runs, other.outside / other.runs);
  if (Math.abs(first - second) > Math.max(40, low > SMALL ? 0 : 0.4 * contrast)) return false;
  return gap <= APART * high || isBridged(one, other, marks);
}

/** Whether a sign stands between two letters, as light as they are, with spaces no wider than between words. */
function isBridged(one: Blob, other: Blob, marks: readonly Blob[]): boolean {
  const [top, bottom] = [Math.min(one.top, other.top), Math.max(one.bottom, other.bottom)];
  const space = APART * Math.max(heightOf(one), heightOf(other));
  return marks.some(
    (mark) =>
      mark.left >= one.right &&
      mark.right <= other.left &&
      mark.left - one.right <= space &&
      other.left - mark.right <= space &&
      mark.top >= top &&
      mark.bottom <= bottom &&
      Math.abs(levelOf(mark) - levelOf(one)) <= 40,
  );
}
