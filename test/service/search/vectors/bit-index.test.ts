import { describe, expect, it } from 'vitest';
import { BitIndex } from '../../../../src/service/search/vectors/bit-index.ts';
import { plainScanner } from '../../../../src/service/search/vectors/columns/plain.ts';
import { simdScanner } from '../../../../src/service/search/vectors/columns/simd.ts';
import {
  compact,
  cosine,
  fromBytes,
  signBits,
  toBytes,
} from '../../../../src/service/search/vectors/compact.ts';
import { seeded } from '../../../support/seeded.ts';
import { type SignBitSet, seededSet } from '../../../support/sign-bits.ts';

const chance = seeded(7);

/** A random direction: a sum of uniform numbers is nearly normal. */
function direction(dimension = 512): Float32Array {
  const numbers = Float32Array.from({ length: dimension }, () => {
    let sum = 0;
    for (let at = 0; at < 6; at += 1) sum += chance.below(1_000) / 1_000 - 0.5;
    return sum;
  });
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

/** A vector near another: `share` of it, the rest random. */
function near(vector: Float32Array, share: number): Float32Array {
  const other = direction(vector.length);
  const mixed = vector.map((number, at) => share * number + (1 - share) * (other[at] ?? 0));
  const length = Math.hypot(...mixed);
  return mixed.map((number) => number / length);
}

const noTurn = async () => undefined;
const exact = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);

describe('a compact vector', () => {
  it('has nearly the cosine of the whole one, also after it was stored', () => {
    for (let round = 0; round < 50; round += 1) {
      const one = direction();
      const other = near(one, round / 50);
      const stored = fromBytes(toBytes(compact(other)));
      expect(Math.abs(cosine(one, stored) - exact(one, other))).toBeLessThan(0.01);
    }
    expect(cosine(direction(), compact(new Float32Array(512)))).toBe(0);
  });

  it('is read from any place in a buffer', () => {
    const bytes = toBytes(compact(direction(8)));
    const shifted = Buffer.concat([Buffer.from('x'), bytes]).subarray(1);
    expect(fromBytes(shifted)).toEqual(fromBytes(bytes));
  });
});

describe('the index of sign bits', () => {
  it('finds the nearest among many, as a search through all of them does', async () => {
    const index = new BitIndex(512);
    const query = direction();
    const vectors = Array.from({ length: 3_000 }, (_, at) =>
      at % 100 === 7 ? near(query, 0.75) : direction(),
    );
    for (const [at, vector] of vectors.entries()) index.add(at * 3 + 1, 1, signBits(vector));
    const ids = await index.nearest(query, 30, new Set([1]), noTurn);
    expect(ids).toHaveLength(30);
    expect(new Set(ids)).toEqual(new Set(vectors.flatMap((_, at) => (at % 100 === 7 ? [at * 3 + 1] : []))));
    const slow = vectors.map((vector, at) => ({ id: at * 3 + 1, agreement: agreement(query, vector) }));
    slow.sort((one, other) => other.agreement - one.agreement);
    expect(ids).toEqual(slow.slice(0, 30).map(({ id }) => id));
  });

  it('finds more of the nearest than the count of differing bits does', async () => {
    const index = new BitIndex(384);
    const vectors = Array.from({ length: 6_000 }, () => direction(384));
    for (const [at, vector] of vectors.entries()) index.add(at + 1, 1, signBits(vector));
    let [found, foundByBits] = [0, 0];
    for (let round = 0; round < 10; round += 1) {
      const query = direction(384);
      const nearest = bestOf(vectors, (vector) => exact(query, vector), 10);
      const ids = await index.nearest(query, 200, new Set([1]), noTurn);
      const byBits = bestOf(vectors, (vector) => -hamming(query, vector), 200);
      found += nearest.filter((at) => ids.includes(at + 1)).length;
      foundByBits += nearest.filter((at) => byBits.includes(at)).length;
    }
    expect(found).toBeGreaterThan(foundByBits);
  });

  it('searches the groups it is given, without removed entries, and has no more than there is', async () => {
    const index = new BitIndex(64);
    const vector = direction(64);
    for (let id = 1; id <= 6; id += 1) index.add(id, 1 + (id % 3), signBits(vector));
    index.remove(3);
    index.remove(99);
    const all = async (groups: number[]) => index.nearest(vector, 10, new Set(groups), noTurn);
    expect(await all([1])).toEqual([6]);
    expect(await all([2, 3])).toEqual([1, 2, 4, 5]);
    expect(await all([])).toEqual([]);
    expect(await all([9])).toEqual([]);
    expect({ size: index.size, lastId: index.lastId }).toEqual({ size: 6, lastId: 6 });
    expect(() => index.add(6, 1, signBits(vector))).toThrow(RangeError);
  });

  it('lets other requests run while it goes through very many, which may add to it', async () => {
    const index = new BitIndex(32);
    for (let id = 1; id <= 450_000; id += 1) index.add(id, 1, Uint32Array.of(1));
    let turns = 0;
    const ids = await index.nearest(new Float32Array(32), 500_000, new Set([1]), async () => {
      turns += 1;
      index.add(450_000 + turns, 1, Uint32Array.of(0));
    });
    expect([turns, ids.length, index.size]).toEqual([3, 450_000, 450_003]);
  });

  it('takes those that were added first of many that are alike, and nearer ones before them', async () => {
    const index = new BitIndex(32);
    for (let id = 1; id <= 5_000; id += 1) index.add(id, 1, Uint32Array.of(id === 4_000 ? 0b11 : 0b1));
    const query = new Float32Array(32).fill(-1).fill(1, 0, 2);
    expect(await index.nearest(query, 3, new Set([1]), noTurn)).toEqual([4_000, 1, 2]);
  });
});

describe('the forms of a scan', () => {
  const [simd, plain] = [simdScanner(), plainScanner()];

  it('find what a comparison of one entry after another finds, on sets of all kinds', async () => {
    expect(simd).toBeDefined();
    for (let seed = 1; seed <= 60; seed += 1) {
      const set = seededSet(seed);
      const wanted = oneByOne(set);
      for (const scanner of [simd, plain]) {
        const index = new BitIndex(set.dimension, scanner);
        set.fill(index);
        const found = await index.nearest(set.query, set.most, set.groups, noTurn);
        expect({ seed, found }).toEqual({ seed, found: wanted });
      }
    }
  });

  it('give the same scores', () => {
    for (let seed = 1; seed <= 120; seed += 1) {
      const set = seededSet(seed);
      const wanted = bestScored(set, set.most).sort((a, b) => a - b);
      for (const scanner of [simd, plain])
        expect({ seed, found: scanner && set.shortlist(scanner) }).toEqual({ seed, found: wanted });
    }
  });

  it('are of no other search that runs at the same time', async () => {
    const index = new BitIndex(96, simd);
    for (let id = 1; id <= 140_000; id += 1) index.add(id, 1 + (id % 2), Uint32Array.of(id, id * 7, id * 31));
    const [one, other] = [direction(96), direction(96)];
    const find = (query: Float32Array, groups: number[], yieldTurn: () => Promise<void>) =>
      index.nearest(query, 20, new Set(groups), yieldTurn);
    const alone = [await find(one, [1, 2], noTurn), await find(other, [2], noTurn)];
    const during: number[][] = [];
    const both = await find(one, [1, 2], async () => {
      during.push(await find(other, [2], noTurn));
    });
    expect([both, ...during]).toEqual(alone);
  });
});

/** The nearest as `BitIndex` describes them. */
function oneByOne(set: SignBitSet): number[] {
  const { entries, query, most } = set;
  const pool = bestScored(set, most + 2_000 + Math.ceil(entries.length * 0.0007)).flatMap(
    (at) => entries[at] ?? [],
  );
  const found = pool.map(({ id, vector }) => ({ id, agreement: agreement(query, vector) }));
  found.sort((a, b) => b.agreement - a.agreement || a.id - b.id);
  return found.slice(0, most).map(({ id }) => id);
}

/** The places of the entries that score highest in the 72 largest numbers of the query, twice in the first 36. */
function bestScored({ entries, query, groups }: SignBitSet, most: number): number[] {
  const bySize = [...query.keys()].sort((a, b) => Math.abs(query[b] ?? 0) - Math.abs(query[a] ?? 0) || a - b);
  const isAlike = (vector: Float32Array, at: number) => (vector[at] ?? 0) > 0 === (query[at] ?? 0) > 0;
  const scoreOf = (vector: Float32Array) =>
    bySize.slice(0, 72).reduce((sum, at, rank) => sum + (isAlike(vector, at) ? (rank < 36 ? 2 : 1) : 0), 0);
  const scored = entries.flatMap(({ group, removed, vector }, at) =>
    groups.has(group) && !removed ? [{ at, score: scoreOf(vector) }] : [],
  );
  scored.sort((a, b) => b.score - a.score || a.at - b.at);
  return scored.slice(0, most).map(({ at }) => at);
}

/** The sum of the query's numbers at which the vector is above 0. */
function agreement(query: Float32Array, vector: Float32Array): number {
  return query.reduce((sum, number, at) => sum + ((vector[at] ?? 0) > 0 ? number : 0), 0);
}

/** The places of the best vectors. */
function bestOf(
  vectors: readonly Float32Array[],
  scoreOf: (vector: Float32Array) => number,
  most: number,
): number[] {
  const scores = vectors.map(scoreOf);
  return [...scores.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).slice(0, most);
}

function hamming(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, number, at) => sum + Number(number > 0 !== (other[at] ?? 0) > 0), 0);
}
