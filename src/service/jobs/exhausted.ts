import type { JobKind } from '../queue/queue.ts';
import type { JobHandler } from './handlers.ts';

/** For a kind of job that only marks its row failed, as its declaration says. */
export function failsItsRow<K extends JobKind>(kind: K): Required<JobHandler<K>>['exhausted'] {
  return (ctx, payload, reason) =>
    ctx.write(async (trx) => {
      await ctx.waiting.fail(trx, kind, payload, reason);
    });
}
