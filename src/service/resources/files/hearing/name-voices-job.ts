import { type JobHandler, RetryLater } from '../../../jobs/handlers.ts';
import { filesToName, nextNaming } from '../../../understanding/modalities/speakers/names.ts';
import { rowOf } from '../../common/rows.ts';
import { speechChanged } from './change.ts';

/** Files that are processed again in one transaction: other writers wait meanwhile. */
const PIECE = 25;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

/**
 * Shows names that voices were given in the other files in which these speak, piece by piece. A piece and how far it reached
 * are written in one transaction: after an interruption the next job goes on behind it, and no file is started twice.
 */
export const nameVoicesElsewhere: JobHandler<'voices.name'> = {
  async run(ctx) {
    const until = ctx.clock() + TURN_MS;
    for (let naming = await nextNaming(ctx.db); naming; naming = await nextNaming(ctx.db)) {
      ctx.signal.throwIfAborted();
      const one = naming;
      await ctx.write(async (trx) => {
        for (const id of await filesToName(trx, one, PIECE)) {
          const file = await rowOf(trx, 'files', id);
          if (file) await speechChanged(ctx, trx, file);
        }
      });
      if (ctx.clock() > until) throw new RetryLater('more files are to show the name of a voice', 0);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};
