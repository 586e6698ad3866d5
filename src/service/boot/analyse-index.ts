import { type JobHandler, RetryLater } from '../jobs/handlers.ts';
import { analyseAgain, nextToAnalyse } from '../search/analyse-again.ts';
import { indexFiles } from '../search/file-values/index-files.ts';

/** Milliseconds before other light jobs get a turn. A started file is finished first. */
const TURN_MS = 500;

/** Files indexed between two looks at the time. */
const FILES = 500;

/**
 * Re-analyses documents of an older analyser version, file by file, while searches go on, and then indexes what filters
 * compare of files that have no numbers yet. After an interruption the next
 * turn goes on with the documents that are left.
 */
export const analyseIndex: JobHandler<'index.analyse'> = {
  async run(ctx) {
    const until = ctx.clock() + TURN_MS;
    for (;;) {
      ctx.signal.throwIfAborted();
      const place = await nextToAnalyse(ctx.db);
      if (!place && (await indexFiles(ctx, undefined, FILES))) return;
      if (ctx.clock() > until) throw new RetryLater('more of an older index is to be renewed', 0);
      if (place) await analyseAgain(ctx, ctx.write, place);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};
