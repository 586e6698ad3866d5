/**
 * A picture has changed when any of its 64 by 36 averaged pixels has by this many of 255 levels. A line of small print
 * that comes or goes changes them by 10 and more, what an encoder leaves by 3 at most.
 */
export const CHANGED = 6;

/** Whether two small pictures show the same, so that what was read in one is in the other; false where one is not known. */
export function isSamePicture(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other || one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) >= CHANGED) return false;
  return true;
}
