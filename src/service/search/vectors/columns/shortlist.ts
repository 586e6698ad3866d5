import { type Block, MIXED } from './block.ts';
import { ADDED, BLOCK, COLUMN, COLUMNS, FLIPS, MOST_SCORE, PLANES, type Scanner, STRIDE, SUMS } from './layout.ts';

/** The highest plane: set for each entry whose score is at least the one asked for. */
const IS_ENOUGH = SUMS + (PLANES - 1) * STRIDE;

/** What is added to every score, less the score asked for, so that enough of it carries into the highest plane. */
const CARRIES = 1 << (PLANES - 1);

/** A word with all bits set. */
const ALL = 0xffffffff;

/** What a search reads of each block: the dimensions in which the query is largest, and where it is negative in them. */
interface Plan {
  readonly dimensions: readonly number[];
  readonly query: Float32Array;
}

export function planFor(query: Float32Array): Plan {
  const bySize = [...query.keys()].sort(
    (one, other) => Math.abs(query[other] ?? 0) - Math.abs(query[one] ?? 0) || one - other,
  );
  return { dimensions: bySize.slice(0, COLUMNS), query };
}

/** Words to scan before the score that is needed is looked at again: those of 4,096 entries. */
const PIECE = 128;

/**
 * The entries that score highest by a plan, of those in the groups that are wanted: a score of two for each of the 48
 * largest numbers of the query whose sign an entry has, of one for each of the 48 after them. Of equal ones, those that come
 * first. While it grows, so does the score that is needed to come in.
 */
export class Shortlist {
  readonly #most: number;
  readonly #plan: Plan;
  readonly #wanted: Uint8Array;
  readonly #places: number[] = [];
  readonly #scores: number[] = [];
  /** Entries that came in, by their scores. */
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
  }

  /**
   * Takes in what a block has. Blocks come in their order.
   * @param number of the block
   * @param count its entries to look at, from the first
   */
  addFrom(block: Block, number: number, count: number, { memory, scan }: Scanner): void {
    if (!block.hasAny(this.#wanted)) return;
    const words = Math.ceil(count / 128) * 4;
    prepare(memory, block, this.#plan, words);
    for (let from = 0; from < words; from += PIECE) {
      const end = Math.min(words, from + PIECE);
      addToAll(memory, CARRIES - this.#needed);
      scan(from, end);
      for (let word = from; word < end; word += 1) {
        const enough = memory[IS_ENOUGH + word] ?? 0;
        if (enough !== 0) this.#collect(memory, block, { number, count, word, enough });
      }
      while (this.#enough >= this.#most) {
        this.#enough -= this.#counts[this.#needed] ?? 0;
        this.#needed += 1;
      }
    }
  }

  /** Their places, ascending. */
  places(): number[] {
    let ties = this.#most - this.#enough;
    return this.#places.filter((_, at) => {
      const score = this.#scores[at] ?? 0;
      if (score >= this.#needed) return true;
      if (score < this.#needed - 1) return false;
      ties -= 1;
      return ties >= 0;
    });
  }

  #collect(memory: Uint32Array, { groups, groupsOf32 }: Block, { number, count, word, enough }: Found): void {
    const group = groupsOf32[word] ?? MIXED;
    if (group !== MIXED && this.#wanted[group] !== 1) return;
    for (let left = enough; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      const at = word * 32 + bit;
      if (at >= count || (group === MIXED && this.#wanted[groups[at] ?? 0] !== 1)) continue;
      const score = this.#needed + scoreIn(memory, word, bit);
      this.#places.push(number * BLOCK + at);
      this.#scores.push(score);
      this.#counts[score] = (this.#counts[score] ?? 0) + 1;
      this.#enough += 1;
    }
  }
}

/** Which of the 32 entries of a word have enough. */
interface Found {
  readonly number: number;
  readonly count: number;
  readonly word: number;
  readonly enough: number;
}

/** Copies the columns that a plan names, and what turns over those in which the query is negative. */
function prepare(memory: Uint32Array, { columns }: Block, { dimensions, query }: Plan, words: number): void {
  for (let at = 0; at < COLUMNS; at += 1) {
    const dimension = dimensions[at];
    const [to, flip] = [at * STRIDE, FLIPS + at * 4];
    if (dimension === undefined) memory.fill(0, to, to + words);
    else memory.set(columns.subarray(dimension * COLUMN, dimension * COLUMN + words), to);
    // A bit agrees if it is set where the query is above 0, or clear where it is not.
    const turns = dimension !== undefined && !((query[dimension] ?? 0) > 0);
    memory.fill(turns ? ALL : 0, flip, flip + 4);
  }
}

function addToAll(memory: Uint32Array, added: number): void {
  for (let plane = 0; plane < PLANES; plane += 1)
    memory.fill((added >>> plane) & 1 ? ALL : 0, ADDED + plane * 4, ADDED + plane * 4 + 4);
}

/** By how much an entry scores more than what is needed. */
function scoreIn(memory: Uint32Array, word: number, bit: number): number {
  let score = 0;
  for (let plane = PLANES - 2; plane >= 0; plane -= 1)
    score = (score << 1) | (((memory[SUMS + plane * STRIDE + word] ?? 0) >>> bit) & 1);
  return score;
}
