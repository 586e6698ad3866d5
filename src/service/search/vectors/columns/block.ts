import { BLOCK, COLUMN } from './layout.ts';

/** What stands for the group of 32 entries that are not all of one. */
export const MIXED = 0xffffffff;

/** The group of entries that were removed. */
const REMOVED = 0;

/** The sign bits of some vectors, up to 65,536: as rows, and as columns for scans. */
export class Block {
  /** 32-bit words of an entry, one entry after another. */
  readonly rows: Uint32Array;
  /** A bit of each entry: one column for each dimension. */
  readonly columns: readonly Int32Array[];
  readonly ids = new Float64Array(BLOCK);
  readonly groups = new Uint32Array(BLOCK);
  /** The group of each 32 entries, or `MIXED`. */
  readonly groupsOf32 = new Uint32Array(COLUMN);
  /** All groups that entries were added to. */
  readonly #present = new Set<number>();
  readonly #words: number;
  #count = 0;
  #lastGroup = REMOVED;

  /** @param words of an entry */
  constructor(words: number) {
    this.#words = words;
    this.rows = new Uint32Array(BLOCK * words);
    const all = new Int32Array(COLUMN * words * 32);
    this.columns = Array.from({ length: words * 32 }, (_, at) =>
      all.subarray(at * COLUMN, (at + 1) * COLUMN),
    );
  }

  /** Whether it has entries of one of the groups, 1 at the number of each. */
  hasAny(wanted: Uint8Array): boolean {
    for (const group of this.#present) if (wanted[group] === 1) return true;
    return false;
  }

  /** To a block that is not full. */
  add(id: number, group: number, bits: Uint32Array): void {
    const at = this.#count;
    this.rows.set(bits, at * this.#words);
    this.ids[at] = id;
    this.groups[at] = group;
    const word = at >>> 5;
    if (at % 32 === 0) this.groupsOf32[word] = group;
    else if (this.groupsOf32[word] !== group) this.groupsOf32[word] = MIXED;
    if (group !== this.#lastGroup) this.#present.add(group);
    this.#lastGroup = group;
    this.#count += 1;
    if (this.#count % 32 === 0) this.#fillColumns();
  }

  /** Takes an entry out of all groups. @param at its place in the block */
  remove(at: number): void {
    this.groups[at] = REMOVED;
    this.groupsOf32[at >>> 5] = MIXED;
  }

  /** Brings the last entries into the columns: those of up to 32 that are not complete. */
  complete(): void {
    if (this.#count % 32 !== 0) this.#fillColumns();
  }

  /** Writes a word of every column, from the rows of the last 32 entries or fewer. */
  #fillColumns(): void {
    const word = (this.#count - 1) >>> 5;
    for (let part = 0; part < this.#words; part += 1) {
      for (let row = 0; row < 32; row += 1)
        square[row] = this.rows[(word * 32 + row) * this.#words + part] ?? 0;
      transpose(square);
      for (let bit = 0; bit < 32; bit += 1) {
        const column = this.columns[part * 32 + bit];
        if (column) column[word] = square[bit] ?? 0;
      }
    }
  }
}

const square = new Int32Array(32);

/**
 * Turns 32 rows of 32 bits into columns: bit `c` of word `r` becomes bit `r` of word `c`. Swaps halves of halves, as in Warren,
 * Hacker's Delight, 7-3.
 */
function transpose(words: Int32Array): void {
  for (let half = 16, mask = 0x0000ffff; half > 0; half >>>= 1, mask ^= mask << half) {
    for (let row = 0; row < 32; row = (row + half + 1) & ~half) {
      const swapped = (((words[row] ?? 0) >>> half) ^ (words[row + half] ?? 0)) & mask;
      words[row] = (words[row] ?? 0) ^ (swapped << half);
      words[row + half] = (words[row + half] ?? 0) ^ swapped;
    }
  }
}
