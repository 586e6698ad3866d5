import { describe, expect, it } from 'vitest';
import { makeGate } from '../../../src/service/jobs/worker/worker.ts';

/** All promises that wait for nothing else have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the gate of a worker', () => {
  it.each([
    ['one that runs beside others, then two suspects', [false, true, true]],
    ['two suspects, then one that runs beside others', [true, true, false]],
    ['a suspect between two others', [false, true, false]],
    ['three suspects', [true, true, true]],
  ])('lets in all that wait for a job that runs alone: %s', async (_, waiting) => {
    const gate = makeGate();
    const inside = new Map<number, { alone: boolean; leave: () => void }>();
    const entered: number[] = [];
    const enter = (alone: boolean, job: number) =>
      gate.enter(alone).then((leave) => {
        inside.set(job, { alone, leave });
        entered.push(job);
      });
    for (const [job, alone] of [true, ...waiting].entries()) void enter(alone, job);
    for (const _ of [0, ...waiting]) {
      await settled();
      const [first] = inside.keys();
      if ([...inside.values()].some(({ alone }) => alone)) expect(inside.size).toBe(1);
      if (first === undefined) break;
      inside.get(first)?.leave();
      inside.delete(first);
    }
    expect(entered.toSorted()).toEqual([0, 1, 2, 3]);
  });
});
