import { Block } from './columns/block.ts';
import { BLOCK, BLOCK_BITS, type Scanner } from './columns/layout.ts';
import { plainScanner } from './columns/plain.ts';
import { planFor, Shortlist } from './columns/shortlist.ts';
import { simdScanner } from './columns/simd.ts';

/** Values of a byte. */
const BYTE = 256;

/**
 * Tells how well sign bits agree with the numbers of a query: the sum of those numbers whose bits are set. A count of
 * differing bits takes all of them as equal; this one knows which are large ("Asymmetric Distances for Binary Embeddings",
 * Gordo, Perronnin, Gong and Lazebnik, 2014). The sums of eight bits at a time are looked up.
 * @returns a function of the numbers with bits and the place where those of an entry begin
 */
export function agreementWith(query: Float32Array): (bits: Uint32Array, from: number) => number {
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

/**
 * Entries to compare in all dimensions, beyond those that are asked for. Of more entries, more score as high as the nearest: 0.98
 * of the 50 nearest of ten million are among the 9,000 that score highest, of one million among the 2,700 (`npm run bench -- vectors`).
 */
const poolOf = (count: number): number => 2_000 + Math.ceil(count * 0.0007);

/** Blocks to scan before other requests get a turn: 131,072 entries, a millisecond or (without SIMD) some 4. */
const SLICE = 2;

let scanner: Scanner | undefined;

/** One for this process: a scan runs to its end before another begins. */
function sharedScanner(): Scanner {
  scanner ??= simdScanner() ?? plainScanner();
  return scanner;
}

/**
 * The sign bits of many vectors in memory. Ids must be added in ascending order, as a table's row ids are. There can be
 * 4 billion; an entry of 384 dimensions takes 108 bytes, and blocks are added without copying what is there.
 */
export class BitIndex {
  /** 32-bit numbers of an entry. */
  readonly #words: number;
  readonly #blocks: Block[] = [];
  readonly #scanner: Scanner;
  #count = 0;

  /**
   * @param dimension numbers of a vector
   * @param scanner what adds up bits; the best one that this machine can run
   */
  constructor(dimension: number, scanner = sharedScanner()) {
    this.#words = Math.ceil(dimension / 32);
    this.#scanner = scanner;
  }

  /** Entries, removed ones included. */
  get size(): number {
    return this.#count;
  }

  /** The largest id so far; 0 if there is none. */
  get lastId(): number {
    return this.#idAt(this.#count - 1);
  }

  /**
   * @param group what searches select by, above 0
   * @throws RangeError for an id that is not larger than all before
   */
  add(id: number, group: number, bits: Uint32Array): void {
    if (id <= this.lastId) throw new RangeError(`id ${id} comes after ${this.lastId}`);
    if (this.#count % BLOCK === 0) this.#blocks.push(new Block(this.#words));
    this.#blocks.at(-1)?.add(id, group, bits);
    this.#count += 1;
  }

  /** Takes an entry out of all searches. */
  remove(id: number): void {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#idAt(middle) < id) low = middle + 1;
      else high = middle;
    }
    if (low < this.#count && this.#idAt(low) === id) this.#blockOf(low)?.remove(inBlock(low));
  }

  /**
   * The ids of the entries nearest to a query, nearest first; equal ones in the order of their ids. Those that agree with
   * it in the dimensions in which it is largest are compared in all dimensions: see `Shortlist` and `agreementWith`.
   * @param query of the dimension of the index
   * @param most how many
   * @param groups the groups to search
   * @param yieldTurn called in between, so that other requests get a turn
   */
  async nearest(
    query: Float32Array,
    most: number,
    groups: ReadonlySet<number>,
    yieldTurn: () => Promise<void>,
  ): Promise<number[]> {
    const agreementOf = agreementWith(query);
    const places = await this.#shortlist(query, most, groups, yieldTurn);
    const agreements = new Float64Array(places.length);
    for (const [at, place] of places.entries())
      agreements[at] = agreementOf(this.#blockOf(place)?.rows ?? NONE, inBlock(place) * this.#words);
    const least = agreements.toSorted().at(-most) ?? Number.NEGATIVE_INFINITY;
    const found: { place: number; agreement: number }[] = [];
    for (const [at, place] of places.entries()) {
      const agreement = agreements[at] ?? 0;
      if (agreement >= least) found.push({ place, agreement });
    }
    found.sort((one, other) => other.agreement - one.agreement || one.place - other.place);
    return found.slice(0, most).map(({ place }) => this.#idAt(place));
  }

  async #shortlist(
    query: Float32Array,
    most: number,
    groups: ReadonlySet<number>,
    yieldTurn: () => Promise<void>,
  ): Promise<Uint32Array> {
    // Group 0 is never asked for: it has the entries that were removed.
    const wanted = new Uint8Array([...groups].reduce((last, group) => Math.max(last, group), 0) + 1);
    for (const group of groups) wanted[group] = 1;
    // Entries that are added meanwhile are not searched.
    const count = this.#count;
    this.#blocks.at(-1)?.complete();
    const list = new Shortlist(most + poolOf(count), planFor(query), wanted);
    for (const [number, block] of this.#blocks.slice(0, Math.ceil(count / BLOCK)).entries()) {
      if (number > 0 && number % SLICE === 0) await yieldTurn();
      if (number % SLICE === 0) list.begin(this.#scanner);
      list.addFrom(block, number, Math.min(BLOCK, count - number * BLOCK), this.#scanner);
    }
    return list.places();
  }

  #idAt(place: number): number {
    return this.#blockOf(place)?.ids[inBlock(place)] ?? 0;
  }

  #blockOf(place: number): Block | undefined {
    return this.#blocks[place >>> BLOCK_BITS];
  }
}

function inBlock(place: number): number {
  return place & (BLOCK - 1);
}

const NONE = new Uint32Array();
