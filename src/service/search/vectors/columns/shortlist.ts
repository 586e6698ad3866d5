/**
 * The shortlist of a search by vectors: sign bits in columns and a query come in; the entries that agree best with its
 * largest numbers go out. simd.ts scans them in WebAssembly, plain.ts where that is missing.
 */

import { type Block, MIXED } from './block.ts';
import {
  ADDED,
  BLOCK_BITS,
  COLUMNS,
  FLIPS,
  MOST_SCORE,
  PLANES,
  type Scanner,
  STRIDE,
  SUMS,
} from './layout.ts';

/** The highest plane: set for each entry whose score is at least the one asked for. */
const IS_ENOUGH = SUMS + (PLANES - 1) * STRIDE;

/** What is added to every score, less the score asked for, so that enough of it carries into the highest plane. */
const CARRIES = 1 << (PLANES - 1);

/** A word with all bits set. */
const ALL = -1;

/** What a search reads of each block: the dimensions in which the query is largest, and where it is negative in them. */
interface Plan {
  readonly dimensions: readonly number[];
  readonly query: Float32Array;
}

/** The dimensions in which a query is largest, the largest first; of equal ones, those that come first. */
export function planFor(query: Float32Array): Plan {
  const bySize = [...query.keys()].sort(
    (one, other) => Math.abs(query[other] ?? 0) - Math.abs(query[one] ?? 0) || one - other,
  );
  return { dimensions: bySize.slice(0, COLUMNS), query };
}

/** Words to scan before the score that is needed is looked at again: those of 4,096 entries. */
const PIECE = 128;

/**
 * The entries that score highest by a plan, of those in the groups that are wanted: a score of two for each of the 36
 * largest numbers of the query whose sign an entry has, of one for each of the 36 after them. Of equal ones, those that come
 * first. While it grows, so does the score that is needed to come in.
 */
export class Shortlist {
  readonly #most: number;
  readonly #plan: Plan;
  readonly #wanted: Uint8Array;
  /** What came in, in the order of places, until there is no room for another piece. */
  readonly #places: Uint32Array;
  readonly #scores: Uint8Array;
  #length = 0;
  /** Those of them that still count, by their scores. */
  readonly #counts = new Uint32Array(MOST_SCORE + 1);
  /** The score that is needed, which fewer have than are wanted, and how many have it. */
  #needed = 0;
  #enough = 0;

  /**
   * @param most entries to keep
   * @param wanted groups: 1 at the number of each
   */
  constructor(most: number, plan: Plan, wanted: Uint8Array) {
    this.#most = most;
    this.#plan = plan;
    this.#wanted = wanted;
    const room = 3 * most + PIECE * 32;
    this.#places = new Uint32Array(room);
    this.#scores = new Uint8Array(room);
  }

  /** Makes a scanner ready for this list, which another search may have used before. */
  begin({ memory }: Scanner): void {
    const { dimensions, query } = this.#plan;
    for (let at = 0; at < COLUMNS; at += 1) {
      const dimension = dimensions[at];
      if (dimension === undefined) memory.fill(0, at * STRIDE, (at + 1) * STRIDE);
      // A bit agrees if it is set where the query is above 0, or clear where it is not.
      const turns = dimension !== undefined && !((query[dimension] ?? 0) > 0);
      memory.fill(turns ? ALL : 0, FLIPS + at * 4, FLIPS + at * 4 + 4);
    }
    this.#ask(memory);
  }

  /**
   * Takes in what a block has. Blocks come in their order.
   * @param number of the block
   * @param count its entries to look at, from the first
   * @param scanner one that is ready for this list
   */
  addFrom(block: Block, number: number, count: number, { memory, scan }: Scanner): void {
    if (!block.hasAny(this.#wanted)) return;
    for (const [at, dimension] of this.#plan.dimensions.entries())
      memory.set(block.columns[dimension] ?? NONE, at * STRIDE);
    const words = Math.ceil(count / 128) * 4;
    for (let from = 0; from < words; from += PIECE) {
      const end = Math.min(words, from + PIECE);
      scan(from, end);
      for (let word = from; word < end; word += 1)
        if (memory[IS_ENOUGH + word] !== 0) this.#collect(memory, block, number << BLOCK_BITS, word, count);
      if (this.#enough >= this.#most) this.#tighten(memory);
    }
  }

  /** Their places, ascending. */
  places(): Uint32Array {
    this.#compact();
    return this.#places.slice(0, this.#length);
  }

  /** @param first the place of the block's first entry */
  #collect(
    memory: Int32Array,
    { groups, groupsOf32 }: Block,
    first: number,
    word: number,
    count: number,
  ): void {
    const group = groupsOf32[word] ?? MIXED;
    if (group !== MIXED && this.#wanted[group] !== 1) return;
    for (let left = memory[IS_ENOUGH + word] ?? 0; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      const at = word * 32 + bit;
      if (at >= count || (group === MIXED && this.#wanted[groups[at] ?? 0] !== 1)) continue;
      const score = this.#needed + scoreIn(memory, word, bit);
      this.#places[this.#length] = first + at;
      this.#scores[this.#length] = score;
      this.#length += 1;
      this.#counts[score] = (this.#counts[score] ?? 0) + 1;
      this.#enough += 1;
    }
  }

  /** Asks for a higher score: there are as many as are wanted, and those that come later lose against equal ones. */
  #tighten(memory: Int32Array): void {
    for (; this.#enough >= this.#most; this.#needed += 1) this.#enough -= this.#counts[this.#needed] ?? 0;
    this.#ask(memory);
    if (this.#length > 2 * this.#most) this.#compact();
  }

  #ask(memory: Int32Array): void {
    const added = CARRIES - this.#needed;
    for (let plane = 0; plane < PLANES; plane += 1)
      memory.fill((added >>> plane) & 1 ? ALL : 0, ADDED + plane * 4, ADDED + plane * 4 + 4);
  }

  /** Leaves those that are enough, and the first of those that lack one, as many as are wanted in all. */
  #compact(): void {
    let [ties, kept] = [this.#most - this.#enough, 0];
    for (let at = 0; at < this.#length; at += 1) {
      const score = this.#scores[at] ?? 0;
      if (score < this.#needed) {
        if (score < this.#needed - 1 || ties === 0) continue;
        ties -= 1;
      }
      this.#places[kept] = this.#places[at] ?? 0;
      this.#scores[kept] = score;
      kept += 1;
    }
    this.#length = kept;
  }
}

const NONE = new Int32Array();

/** By how much an entry scores more than what is needed. */
function scoreIn(memory: Int32Array, word: number, bit: number): number {
  let score = 0;
  for (let plane = PLANES - 2; plane >= 0; plane -= 1)
    score = (score << 1) | (((memory[SUMS + plane * STRIDE + word] ?? 0) >>> bit) & 1);
  return score;
}
