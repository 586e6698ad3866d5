import { type JobHandler, RetryLater } from '../jobs/handlers.ts';
import { analyseAgain, nextToAnalyse } from '../search/analyse-again.ts';

/** Milliseconds before other light jobs get a turn. A started file is finished first. */
const TURN_MS = 500;

/**
 * Re-analyses documents of an older analyser version, file by file, while searches go on. After an interruption the next
 * turn goes on with the documents that are left.
 */
export const analyseIndex: JobHandler<'index.analyse'> = {
  async run(ctx) {
    const until = ctx.clock() + TURN_MS;
    for (;;) {
      ctx.signal.throwIfAborted();
      const place = await nextToAnalyse(ctx.db);
      if (!place) return;
      if (ctx.clock() > until) throw new RetryLater('more documents are to be analysed', 0);
      await analyseAgain(ctx, ctx.write, place);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};
