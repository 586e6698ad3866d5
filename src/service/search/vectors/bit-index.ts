/** Bits by which two vectors differ, for each number of matching candidates. */
interface Shortlist {
  readonly ids: number[];
  /** Differing bits of each. */
  readonly distances: number[];
}

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
   * The ids that differ from the query in the fewest bits, nearest first; equal ones in the order of their ids.
   * @param most how many
   * @param groups the groups to search
   * @param yieldTurn called in between, so that other requests get a turn after some 10 ms
   */
  async nearest(
    query: Uint32Array,
    most: number,
    groups: ReadonlySet<number>,
    yieldTurn: () => Promise<void>,
  ): Promise<Shortlist> {
    const asked = new Uint32Array(this.#words);
    asked.set(query);
    // Group 0 is never asked for: it has the entries that were removed.
    const wanted = new Uint8Array(Math.max(0, ...groups) + 1);
    for (const group of groups) wanted[group] = 1;
    // Entries that are added meanwhile are not searched.
    const distances = new Uint16Array(this.#count).fill(SKIPPED);
    for (let from = 0; from < distances.length; from += SLICE) {
      if (from > 0) await yieldTurn();
      this.#measure(asked, wanted, distances, from);
    }
    const limit = limitOf(distances, most, this.#words * 32);
    const found: { id: number; distance: number }[] = [];
    for (let at = 0; at < distances.length; at += 1) {
      const distance = distances[at] ?? SKIPPED;
      if (distance <= limit) found.push({ id: this.#ids[at] ?? 0, distance });
    }
    found.sort((one, other) => one.distance - other.distance || one.id - other.id);
    const kept = found.slice(0, most);
    return { ids: kept.map(({ id }) => id), distances: kept.map(({ distance }) => distance) };
  }

  /** Fills in the distances of one slice. */
  #measure(query: Uint32Array, wanted: Uint8Array, distances: Uint16Array, from: number): void {
    const [bits, words, groups] = [this.#bits, this.#words, this.#groups];
    const end = Math.min(distances.length, from + SLICE);
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

  #grow(): void {
    const room = this.#ids.length * 2;
    this.#bits = enlarged(this.#bits, new Uint32Array(room * this.#words));
    this.#ids = enlarged(this.#ids, new Float64Array(room));
    this.#groups = enlarged(this.#groups, new Uint32Array(room));
  }
}

/** Entries to compare before other requests get a turn. */
const SLICE = 100_000;

/** The distance of an entry that is not searched. */
const SKIPPED = 0xffff;

/** The distance within which there are `most` entries, by counting how many there are at each. */
function limitOf(distances: Uint16Array, most: number, farthest: number): number {
  const counts = new Uint32Array(farthest + 1);
  for (let at = 0; at < distances.length; at += 1) {
    const distance = distances[at] ?? SKIPPED;
    if (distance !== SKIPPED) counts[distance] = (counts[distance] ?? 0) + 1;
  }
  let within = 0;
  for (let distance = 0; distance <= farthest; distance += 1) {
    within += counts[distance] ?? 0;
    if (within >= most) return distance;
  }
  return farthest;
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

function enlarged<Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
