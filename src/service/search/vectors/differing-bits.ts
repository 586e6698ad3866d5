/** Sign bits of many vectors, one after another. */
export interface Entries {
  readonly bits: Uint32Array;
  /** What searches select by, of each entry. */
  readonly groups: Uint32Array;
  /** 32-bit numbers of an entry: a multiple of three. */
  readonly words: number;
}

/** The sign bits of a query, and the groups to search: 1 at the number of each. */
export interface Asked {
  readonly bits: Uint32Array;
  readonly wanted: Uint8Array;
}

/** The distance of an entry that is not searched. */
export const DIFFER_IN_ALL = 0xffff;

/**
 * Counts the bits in which each of the entries from one place up to another differs from a query.
 * @param distances by entry: filled in for those in the groups
 */
export function measure(
  { bits, groups, words }: Entries,
  { bits: query, wanted }: Asked,
  distances: Uint16Array,
  from: number,
  end: number,
): void {
  for (let at = from; at < end; at += 1) {
    if (wanted[groups[at] ?? 0] !== 1) continue;
    let differing = 0;
    for (let word = 0, own = at * words; word < words; word += 3, own += 3)
      differing += onesOfThree(
        (bits[own] ?? 0) ^ (query[word] ?? 0),
        (bits[own + 1] ?? 0) ^ (query[word + 1] ?? 0),
        (bits[own + 2] ?? 0) ^ (query[word + 2] ?? 0),
      );
    distances[at] = (differing & 0xffff) + (differing >>> 16);
  }
}

/**
 * The places of the entries with the smallest distances, ascending; of equal ones, those that come first.
 * @param farthest the largest distance there can be
 */
export function smallest(distances: Uint16Array, most: number, farthest: number): number[] {
  const counts = new Uint32Array(farthest + 1);
  for (let at = 0; at < distances.length; at += 1) {
    const distance = distances[at] ?? DIFFER_IN_ALL;
    if (distance !== DIFFER_IN_ALL) counts[distance] = (counts[distance] ?? 0) + 1;
  }
  let [limit, left] = [0, most];
  while (limit <= farthest && (counts[limit] ?? 0) < left) {
    left -= counts[limit] ?? 0;
    limit += 1;
  }
  const places: number[] = [];
  for (let at = 0; at < distances.length; at += 1) {
    const distance = distances[at] ?? DIFFER_IN_ALL;
    if (distance > limit || distance === DIFFER_IN_ALL) continue;
    if (distance === limit) left -= 1;
    if (distance < limit || left >= 0) places.push(at);
  }
  return places;
}

/**
 * Set bits of three 32-bit numbers, counted in parallel (Warren, Hacker's Delight, 5-1 and 5-2).
 * @returns two counts of 16 bits, still to be added up: so those of all numbers of an entry are added up at once
 */
function onesOfThree(first: number, second: number, third: number): number {
  const fours = onesByFour(first) + onesByFour(second) + onesByFour(third);
  const bytes = (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
  return (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
}

/** Set bits of a 32-bit number in eight counts of four bits each. They are 4 at most, so three of them can be added. */
function onesByFour(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}
