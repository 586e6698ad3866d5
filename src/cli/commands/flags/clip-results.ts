/** --clip of commands that find: the results as files. */
import { UsageError } from '../../errors/errors.ts';
import type { CallPlan } from '../../model/plan.ts';
import { path, seconds } from '../../model/values.ts';

export const clipFlags = {
  clip: path('Also save each result as a clip in this folder', { local: true, placeholder: 'DIR' }),
  pad: seconds('With --clip: time to add before and after each, such as 1s', { local: true }),
} as const;

interface Given {
  readonly clip: string | undefined;
  readonly pad: number | undefined;
}

/** The part of a plan that saves the results; empty without --clip. @throws UsageError for --pad alone */
export function clipping({ clip, pad }: Given): Pick<CallPlan, 'after' | 'afterAll'> {
  if (clip === undefined) {
    if (pad !== undefined) throw new UsageError('--pad needs --clip');
    return {};
  }
  const afterAll: NonNullable<CallPlan['afterAll']> = async (session, pages) => {
    const { clipFound } = await import('../../clips/clip-targets.ts');
    await clipFound(session, pages, { save: clip, pad });
  };
  return { afterAll, after: (session, answer) => afterAll(session, [answer]) };
}
