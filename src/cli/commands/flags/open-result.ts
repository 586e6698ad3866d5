/** --open of commands that show results, and what they say without any. */
import { UsageError } from '../../errors/errors.ts';
import type { CallPlan } from '../../model/plan.ts';
import { integer, kebab } from '../../model/values.ts';
import type { Searched } from '../../reading/nothing-found.ts';

export const openFlag = {
  open: integer('Play this result in the browser, from its second', { local: true }),
} as const;

/**
 * The part of a plan that opens the result, or says that there is none. @param searched what was asked for @throws UsageError
 * for a number below 1
 */
export function opening(
  { open }: { readonly open: number | undefined },
  searched: Searched = {},
): Pick<CallPlan, 'after' | 'none'> {
  if (open === undefined)
    return {
      none: '',
      after: async (session, answer) => {
        const { noteNothing } = await import('../../reading/nothing-found.ts');
        await noteNothing(session, answer, searched);
      },
    };
  if (open < 1) throw new UsageError(`--open must be 1 or more: results are numbered from 1 (got ${open})`);
  return {
    after: async (session, answer) => {
      const { openResult } = await import('../../reading/open-result.ts');
      await openResult(session, answer, open);
    },
  };
}

/** The flags that leave results out, as typed. @param input the plan's input */
export const narrowing = (input: Readonly<Record<string, unknown>>): string[] =>
  ['filter', 'threshold', 'modality', 'label', 'excludeWeakResults']
    .filter((name) => input[name] !== undefined)
    .map((name) => `--${kebab(name)}`);
