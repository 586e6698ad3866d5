import { signBits } from './compact.ts';

/** Sign bits of many vectors, one after another. */
interface Entries {
  readonly bits: Uint32Array;
  /** What searches select by, of each entry. */
  readonly groups: Uint32Array;
  /** 32-bit numbers of an entry: a multiple of three. */
  readonly words: number;
}

/** The sign bits of a query, and the groups to search: 1 at the number of each. */
interface Asked {
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

/** Values of a byte. */
const BYTE = 256;

/**
 * Tells how well sign bits agree with the numbers of a query: the sum of those numbers whose bits are set. A count of
 * differing bits takes all of them as equal; this one knows which are large ("Asymmetric Distances for Binary Embeddings",
 * Gordo, Perronnin, Gong and Lazebnik, 2014). The sums of eight bits at a time are looked up.
 * @returns a function of the numbers with bits and the place where those of an entry begin
 */
function agreementWith(query: Float32Array): (bits: Uint32Array, from: number) => number {
  const words = Math.ceil(query.length / 32);
  const sums = new Float64Array(words * 4 * BYTE);
  for (let byte = 0; byte < words * 4; byte += 1) {
    for (let value = 1; value < BYTE; value += 1) {
      const others = value & (value - 1);
      const lowest = 31 - Math.clz32(value ^ others);
      sums[byte * BYTE + value] = (sums[byte * BYTE + others] ?? 0) + (query[byte * 8 + lowest] ?? 0);
    }
  }
  return (bits, from) => {
    let sum = 0;
    for (let word = 0, at = 0; word < words; word += 1, at += 4 * BYTE) {
      const own = bits[from + word] ?? 0;
      sum +=
        (sums[at + (own & 0xff)] ?? 0) +
        (sums[at + BYTE + ((own >>> 8) & 0xff)] ?? 0) +
        (sums[at + 2 * BYTE + ((own >>> 16) & 0xff)] ?? 0) +
        (sums[at + 3 * BYTE + (own >>> 24)] ?? 0);
    }
    return sum;
  };
}

/** Entries that differ in the fewest bits, of which the numbers of the query choose. */
const POOL = 2_000;

/** Entries to compare before other requests get a turn. */
const SLICE = 100_000;

/** Entries for which room is made at first; doubled when full. */
const ROOM = 1024;

/**
 * The sign bits of many vectors in memory, scanned as a whole: a million of 384 bits take some 40 ms and 60 MB. Ids must be
 * added in ascending order, as a table's row ids are.
 */
export class BitIndex {
  /** 32-bit numbers of an entry: three are compared at a time, so the last may be empty. */
  readonly #words: number;
  #bits: Uint32Array;
  #ids: Float64Array;
  #groups: Uint32Array;
  #count = 0;

  /** @param dimension numbers of a vector */
  constructor(dimension: number) {
    this.#words = 3 * Math.ceil(dimension / 96);
    this.#bits = new Uint32Array(ROOM * this.#words);
    this.#ids = new Float64Array(ROOM);
    this.#groups = new Uint32Array(ROOM);
  }

  /** Entries, removed ones included. */
  get size(): number {
    return this.#count;
  }

  /** The largest id so far; 0 if there is none. */
  get lastId(): number {
    return this.#ids[this.#count - 1] ?? 0;
  }

  /**
   * @param group what searches select by, above 0
   * @throws RangeError for an id that is not larger than all before
   */
  add(id: number, group: number, bits: Uint32Array): void {
    if (id <= this.lastId) throw new RangeError(`id ${id} comes after ${this.lastId}`);
    if (this.#count === this.#ids.length) this.#grow();
    this.#bits.set(bits, this.#count * this.#words);
    this.#ids[this.#count] = id;
    this.#groups[this.#count] = group;
    this.#count += 1;
  }

  /** Takes an entry out of all searches. */
  remove(id: number): void {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    if (this.#ids[low] === id) this.#groups[low] = 0;
  }

  /**
   * The ids of the entries nearest to a query, nearest first; equal ones in the order of their ids. Of those that differ from
   * it in the fewest bits, the ones whose bits agree best with its numbers are taken: 200 of them hold more of the nearest by
   * exact cosines than the 400 that differ least.
   * @param query of the dimension of the index
   * @param most how many
   * @param groups the groups to search
   * @param yieldTurn called in between, so that other requests get a turn after some 10 ms
   */
  async nearest(
    query: Float32Array,
    most: number,
    groups: ReadonlySet<number>,
    yieldTurn: () => Promise<void>,
  ): Promise<number[]> {
    const places = await this.#fewestDiffering(signBits(query), Math.max(most, POOL), groups, yieldTurn);
    const agreementOf = agreementWith(query);
    const agreements = Float64Array.from(places, (at) => agreementOf(this.#bits, at * this.#words));
    const least = agreements.toSorted().at(-most) ?? Number.NEGATIVE_INFINITY;
    const found: { place: number; agreement: number }[] = [];
    for (const [at, place] of places.entries()) {
      const agreement = agreements[at] ?? 0;
      if (agreement >= least) found.push({ place, agreement });
    }
    found.sort((one, other) => other.agreement - one.agreement || one.place - other.place);
    return found.slice(0, most).map(({ place }) => this.#ids[place] ?? 0);
  }

  /** The places of the entries that differ in the fewest bits, ascending. */
  async #fewestDiffering(
    query: Uint32Array,
    most: number,
    groups: ReadonlySet<number>,
    yieldTurn: () => Promise<void>,
  ): Promise<number[]> {
    const asked = new Uint32Array(this.#words);
    asked.set(query);
    // Group 0 is never asked for: it has the entries that were removed.
    const wanted = new Uint8Array(Math.max(0, ...groups) + 1);
    for (const group of groups) wanted[group] = 1;
    // Entries that are added meanwhile are not searched.
    const distances = new Uint16Array(this.#count).fill(DIFFER_IN_ALL);
    for (let from = 0; from < distances.length; from += SLICE) {
      if (from > 0) await yieldTurn();
      const entries = { bits: this.#bits, groups: this.#groups, words: this.#words };
      measure(entries, { bits: asked, wanted }, distances, from, Math.min(distances.length, from + SLICE));
    }
    return smallest(distances, most, this.#words * 32);
  }

  #grow(): void {
    const room = this.#ids.length * 2;
    this.#bits = enlarged(this.#bits, new Uint32Array(room * this.#words));
    this.#ids = enlarged(this.#ids, new Float64Array(room));
    this.#groups = enlarged(this.#groups, new Uint32Array(room));
  }
}

function enlarged<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
