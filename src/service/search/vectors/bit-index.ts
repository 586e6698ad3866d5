import { agreementWith } from './agreement.ts';
import { signBits } from './compact.ts';
import { DIFFER_IN_ALL, measure, smallest } from './differing-bits.ts';

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
