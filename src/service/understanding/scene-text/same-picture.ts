/**
 * A picture has changed if any of its 64 by 36 averaged pixels changed by this many of 255 levels. A line of small
 * print changes them by 10 and more, encoder noise by at most 3.
 */
export const CHANGED = 6;

/** Whether two small pictures show the same, so that text read in one is in the other; false if one is missing. */
export function isSamePicture(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other || one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) >= CHANGED) return false;
  return true;
}
