/** --cost-limit and --estimate of commands that start work. */
import type { CallPlan, Request } from '../../model/plan.ts';
import { number, toggle } from '../../model/values.ts';

export const costFlags = {
  costLimit: number('Start nothing if it would cost more credits (exit 4)', { local: true }),
  estimate: toggle('Show what it would cost; start nothing', { local: true }),
} as const;

/**
 * Asks for an estimate before the request. The service checks the limit too, but one that does not know it would start the
 * work.
 * @param request the estimate
 */
export const withinLimit =
  (request: Request, limit: number): NonNullable<CallPlan['before']> =>
  async (session) => {
    const { refuseBeyond } = await import('../../run/cost-limit.ts');
    await refuseBeyond(session, request, limit);
    return undefined;
  };
