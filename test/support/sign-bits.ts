import type { BitIndex } from '../../src/service/search/vectors/bit-index.ts';
import { Block } from '../../src/service/search/vectors/columns/block.ts';
import { BLOCK, type Scanner } from '../../src/service/search/vectors/columns/layout.ts';
import { planFor, Shortlist } from '../../src/service/search/vectors/columns/shortlist.ts';
import { signBits } from '../../src/service/search/vectors/compact.ts';
import { type Seeded, seeded } from './seeded.ts';

/** An index to fill, and a search in it. */
export interface SignBitSet {
  readonly dimension: number;
  readonly entries: readonly Entry[];
  readonly query: Float32Array;
  readonly most: number;
  readonly groups: ReadonlySet<number>;
  /** Adds the entries to an index, and removes those that are removed. */
  fill(index: BitIndex): void;
  /** The places of as many entries as are asked for, by their scores alone. */
  shortlist(scanner: Scanner): number[];
}

interface Entry {
  readonly id: number;
  readonly group: number;
  readonly vector: Float32Array;
  readonly removed: boolean;
}

const DIMENSIONS = [1, 31, 32, 64, 71, 72, 73, 96, 128, 384, 400, 512, 768];

/**
 * A set by chance: none to 6,000 entries (over 66,000 in one of twenty sets), all different or many alike, in groups that lie
 * together or do not, some of them removed; a query, with zeros in some; and more asked for than there are, in some.
 */
export function seededSet(seed: number): SignBitSet {
  const chance = seeded(seed);
  const isLarge = chance.below(20) === 0;
  const dimension = isLarge ? chance.pick([1, 64, 97]) : chance.pick(DIMENSIONS);
  const count = isLarge ? 66_000 + chance.below(3_000) : chance.pick([0, 1, 31, 33, 129, 2_000, 6_000]);
  const kinds = chance.pick([0, 1, 3, 200]);
  const alike = Array.from({ length: kinds }, () => vectorOf(chance, dimension));
  const together = chance.pick([1, 40, 1_000]);
  const entries = Array.from({ length: count }, (_, at) => ({
    id: 3 * at + 1 + chance.below(3),
    group: 1 + (Math.floor(at / together) % 5),
    vector: kinds > 0 ? chance.pick(alike) : vectorOf(chance, dimension),
    removed: chance.below(30) === 0,
  }));
  const query = vectorOf(chance, dimension);
  const most = chance.pick([1, 7, 50, 200, 4_000, 10_000]);
  const groups = new Set(chance.pick([[], [1], [2, 9], [1, 2, 3, 4, 5]]));
  return {
    ...{ dimension, entries, query, most, groups },
    fill(index) {
      for (const { id, group, vector } of entries) index.add(id, group, signBits(vector));
      for (const { id, removed } of entries) if (removed) index.remove(id);
    },
    shortlist(scanner) {
      const wanted = Uint8Array.from({ length: 10 }, (_, group) => Number(groups.has(group)));
      const list = new Shortlist(most, planFor(query), wanted);
      list.begin(scanner);
      for (let number = 0; number * BLOCK < entries.length; number += 1) {
        const own = entries.slice(number * BLOCK, (number + 1) * BLOCK);
        list.addFrom(blockOf(own, dimension), number, own.length, scanner);
      }
      return [...list.places()];
    },
  };
}

function blockOf(entries: readonly Entry[], dimension: number): Block {
  const block = new Block(Math.ceil(dimension / 32));
  for (const { id, group, vector } of entries) block.add(id, group, signBits(vector));
  block.complete();
  for (const [at, { removed }] of entries.entries()) if (removed) block.remove(at);
  return block;
}

/** Of numbers whose sums are exact. */
function vectorOf(chance: Seeded, dimension: number): Float32Array {
  return Float32Array.from({ length: dimension }, () => (chance.below(2_049) - 1_024) / 1_024);
}
