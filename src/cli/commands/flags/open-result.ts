/** --open of commands that show results. */
import { UsageError } from '../../errors/errors.ts';
import type { CallPlan } from '../../model/plan.ts';
import { integer } from '../../model/values.ts';

export const openFlag = {
  open: integer('Play this result in the browser, from its second', { local: true }),
} as const;

/** The part of a plan that opens the result. @throws UsageError for a number below 1 */
export function opening({ open }: { readonly open: number | undefined }): Pick<CallPlan, 'after'> {
  if (open === undefined) return {};
  if (open < 1) throw new UsageError(`--open must be 1 or more: results are numbered from 1 (got ${open})`);
  return {
    after: async (session, answer) => {
      const { openResult } = await import('../../reading/open-result.ts');
      await openResult(session, answer, open);
    },
  };
}
