import { type JobHandler, RetryLater } from '../jobs/handlers.ts';
import { analyseAgain, nextToAnalyse } from '../search/analyse-again.ts';

/** How long a turn takes before other light work gets one, in milliseconds. A file that was begun is ended. */
const TURN_MS = 500;

/**
 * Analyses again what an older analyser made, file by file. Search answers meanwhile. A turn that ends too early leaves
 * nothing behind: the next one takes what is not done.
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
  /** The next sweep adds a new job. */
  exhausted: async () => undefined,
};
