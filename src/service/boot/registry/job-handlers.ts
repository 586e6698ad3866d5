/** Binds each kind of job to what runs it. A kind that nothing runs does not compile. */

import { type JobHandler, type JobHandlers, RetryLater } from '../../jobs/handlers.ts';
import { sweepJob } from '../../jobs/sweep.ts';
import { finishDeletion } from '../../resources/deletions/job.ts';
import { writeOutline } from '../../resources/outlines/job.ts';
import { encodePassages } from '../../resources/passages/job.ts';
import { encodePictures } from '../../resources/pictures/job.ts';
import { analyseAgain, nextToAnalyse } from '../../search/documents/analyse-again.ts';
import { indexFiles } from '../../search/filters/file-values/index-files.ts';
import { resourceJobs } from './resources.ts';
import { sweeps } from './sweeps.ts';

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

/**
 * Deletes objects whose rows are gone. It is never given up: objects left behind would look like ones whose rows were
 * lost.
 */
const deleteObjects: JobHandler<'object.delete'> = {
  async run(ctx, { prefix, until = 0 }) {
    await ctx.objects.deletePrefix(prefix);
    if (ctx.runAt < until) throw new RetryLater('a worker may still write', Math.max(0, until - ctx.clock()));
  },
};

/** The handler of each kind of job, in every process that runs jobs: those of resources, and those that keep the store in order. */
export const jobHandlers: JobHandlers = {
  ...resourceJobs,
  'object.delete': deleteObjects,
  'index.analyse': analyseIndex,
  'passages.encode': encodePassages,
  'pictures.encode': encodePictures,
  'outline.write': writeOutline,
  'deletion.finish': finishDeletion,
  'sweep.run': sweepJob(sweeps),
};
