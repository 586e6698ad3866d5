import { expect, it } from 'vitest';
import { inOrder } from '../../../src/cli/probe/in-order.ts';

it('yields results in order, with limited concurrency', async () => {
  let taken = 0;
  let done = 0;
  let most = 0;
  function* items() {
    for (let item = 0; item < 50; item += 1) {
      taken += 1;
      most = Math.max(most, taken - done);
      yield item;
    }
  }
  const results: number[] = [];
  for await (const result of inOrder(items(), 4, async (item) => {
    // Every third one is faster than those before it.
    if (item % 3 > 0) await new Promise(setImmediate);
    return item;
  })) {
    done += 1;
    results.push(result);
  }
  expect(results).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(most).toBeLessThanOrEqual(5);
});

it('throws the first error in order, and handles all others', async () => {
  const results: number[] = [];
  const walked = async () => {
    for await (const result of inOrder([0, 1, 2, 3], 4, async (item) => {
      if (item >= 1) throw new Error(`item ${item}`);
      return item;
    }))
      results.push(result);
  };
  await expect(walked()).rejects.toThrow('item 1');
  expect(results).toEqual([0]);
});
