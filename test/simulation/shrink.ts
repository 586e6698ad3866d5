import { runDay } from './day.ts';
import type { Act, Plan } from './plan.ts';

/**
 * The smallest part of a plan that is found by leaving acts out, halves first and single ones last, with which the day still
 * has a fault.
 */
export async function shrink(plan: Plan): Promise<Plan> {
  const fails = async (acts: readonly Act[]) => (await runDay({ ...plan, acts })).faults.length > 0;
  let { acts } = plan;
  for (let size = Math.ceil(acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < acts.length; ) {
      const fewer = [...acts.slice(0, at), ...acts.slice(at + size)];
      if (await fails(fewer)) acts = fewer;
      else at += size;
    }
  }
  return { ...plan, acts };
}
