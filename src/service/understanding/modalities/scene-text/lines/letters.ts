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
/** Nor are they with a sign of bars between them: `=`, a dash. */
const APART_WITH_BARS = 4;

/** Whether a blob may be a bar of a sign: much wider than high, and no longer than a dash beside letters so high. */
function isBar(blob: Blob, tallest: number): boolean {
  const [high, wide] = [heightOf(blob), widthOf(blob)];
  return wide >= 2 * high && high <= 0.3 * tallest && wide <= 1.5 * tallest && blob.area >= 0.7 * wide * high;
}

/**
 * Groups letters side by side: similar in height and lightness, on one line, no further apart than words.
 * @param blobs the letters and all besides, among which are the bars of signs
 */
export function groupLetters(letters: readonly Blob[], blobs: readonly Blob[]): Blob[][] {
  const sorted = letters.toSorted((one, other) => one.left - other.left);
  const tallest = Math.max(0, ...sorted.map(heightOf));
  const bars = blobs.filter((blob) => isBar(blob, tallest));
  const reach = (bars.length > 0 ? APART_WITH_BARS : APART) * tallest;
  const groups = new Map<Blob, Blob[]>(sorted.map((letter) => [letter, [letter]]));
  for (const [index, letter] of sorted.entries())
    for (let at = index + 1; at < sorted.length; at += 1) {
      const other = sorted[at];
      if (!other || other.left > letter.right + reach) break;
      const [one, two] = [groups.get(letter), groups.get(other)];
      if (!one || !two || one === two || !areNeighbours(letter, other, bars)) continue;
      one.push(...two);
      for (const moved of two) groups.set(moved, one);
    }
  return [...new Set(groups.values())];
}

/** Whether `other`, further right, continues the line of `one`. */
function areNeighbours(one: Blob, other: Blob, bars: readonly Blob[]): boolean {
  const [a, b] = [heightOf(one), heightOf(other)];
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  const gap = other.left - one.right;
  if (gap < -0.5 * Math.min(widthOf(one), widthOf(other)) || high > 2.2 * low) return false;
  if (gap > APART * high && !(gap <= APART_WITH_BARS * high && isBridged(one, other, bars))) return false;
  if (Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < 0.5 * low) return false;
  const slack = 0.2 * high + 1;
  if (Math.abs(one.bottom - other.bottom) > slack && Math.abs(one.top - other.top) > slack) return false;
  const [first, second] = [levelOf(one), levelOf(other)];
  const contrast = Math.max(first, second) - Math.min(one.outside / one.runs, other.outside / other.runs);
  return Math.abs(first - second) <= Math.max(40, low > SMALL ? 0 : 0.4 * contrast);
}

/** Whether the bars of a sign stand between two letters, as light as they are, with spaces no wider than between words. */
function isBridged(one: Blob, other: Blob, bars: readonly Blob[]): boolean {
  const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
  const space = APART * Math.max(heightOf(one), heightOf(other));
  return bars.some(
    (bar) =>
      bar.left >= one.right &&
      bar.right <= other.left &&
      bar.left - one.right <= space &&
      other.left - bar.right <= space &&
      bar.top >= top &&
      bar.bottom <= bottom &&
      Math.abs(levelOf(bar) - levelOf(one)) <= 40,
  );
}
