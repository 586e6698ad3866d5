import { describe, expect, it } from 'vitest';
import { BitIndex } from '../../../../src/service/search/vectors/bit-index.ts';
import {
  compact,
  cosine,
  fromBytes,
  signBits,
  toBytes,
} from '../../../../src/service/search/vectors/compact.ts';
import { seeded } from '../../../support/seeded.ts';

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
    const { ids, distances } = await index.nearest(signBits(query), 30, new Set([1]), noTurn);
    expect(ids).toHaveLength(30);
    expect(new Set(ids)).toEqual(new Set(vectors.flatMap((_, at) => (at % 100 === 7 ? [at * 3 + 1] : []))));
    const slow = vectors.map((vector, at) => ({ id: at * 3 + 1, distance: hamming(query, vector) }));
    slow.sort((one, other) => one.distance - other.distance || one.id - other.id);
    expect(ids.map((id, at) => ({ id, distance: distances[at] }))).toEqual(slow.slice(0, 30));
  });

  it('searches the groups it is given, without removed entries, and has no more than there is', async () => {
    const index = new BitIndex(64);
    const vector = direction(64);
    for (let id = 1; id <= 6; id += 1) index.add(id, 1 + (id % 3), signBits(vector));
    index.remove(3);
    index.remove(99);
    const all = async (groups: number[]) =>
      (await index.nearest(signBits(vector), 10, new Set(groups), noTurn)).ids;
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
    const { ids } = await index.nearest(Uint32Array.of(0), 500_000, new Set([1]), async () => {
      turns += 1;
      index.add(450_000 + turns, 1, Uint32Array.of(0));
    });
    expect([turns, ids.length, index.size]).toEqual([4, 450_000, 450_004]);
  });

  it('counts each of the bits', async () => {
    const index = new BitIndex(64);
    const patterns = [
      [0, 0],
      [1, 0],
      [0x80000000, 0],
      [0xffffffff, 0xffffffff],
      [0x55555555, 0xaaaaaaaa],
    ];
    for (const [at, pattern] of patterns.entries()) index.add(at + 1, 1, Uint32Array.from(pattern));
    expect(await index.nearest(new Uint32Array(2), 5, new Set([1]), noTurn)).toEqual({
      ids: [1, 2, 3, 5, 4],
      distances: [0, 1, 1, 32, 64],
    });
  });
});

function hamming(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, number, at) => sum + Number(number > 0 !== (other[at] ?? 0) > 0), 0);
}
