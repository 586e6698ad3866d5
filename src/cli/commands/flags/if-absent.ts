/** --if-absent of create commands. */
import type { CallPlan } from '../../model/plan.ts';
import { toggle } from '../../model/values.ts';
import type { Sought } from '../../names/present.ts';

/** The flag. @param what what makes two of them the same: such name */
export const ifAbsentFlag = (what: string) =>
  ({
    ifAbsent: toggle(`If there is one with this ${what}, return it instead of making another`, {
      local: true,
    }),
  }) as const;

/** The part of a plan that looks before it creates. */
export function unlessPresent(ifAbsent: boolean | undefined, sought: Sought): Pick<CallPlan, 'before'> {
  if (ifAbsent !== true) return {};
  return {
    before: async (session) => {
      const { present } = await import('../../names/present.ts');
      return present(session, sought);
    },
  };
}
