import { type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { PASSAGES } from '../../search/vectors/tables.ts';
import { encoderFor } from '../../understanding/embeddings/index.ts';
import { dropOthers } from './drop-others.ts';
import { encodeAgain, nextToEncode } from './encode-again.ts';

/** Milliseconds before other jobs of its lane get a turn. A started file is finished first. */
const TURN_MS = 2_000;

/** Milliseconds until an encoder that fails is tried again. */
const FAILED_MS = 60_000;

/**
 * Computes the vectors of collection files that have none, or those of another model, file by file, while searches go on by
 * those that are complete; then deletes those of other models.
 * After an interruption the next turn goes on with the files that are left.
 */
export const encodePassages: JobHandler<'passages.encode'> = {
  async run(ctx) {
    const encoder = encoderFor(ctx.config);
    const until = ctx.clock() + TURN_MS;
    for (;;) {
      ctx.signal.throwIfAborted();
      const next = encoder && (await nextToEncode(ctx.db, encoder.model));
      if (!next && !(encoder && (await dropOthers(ctx, PASSAGES, encoder.model)))) return;
      if (ctx.clock() > until) throw new RetryLater('more files are to be encoded', 0);
      if (next && !(await encodeAgain(ctx, next))) throw new RetryLater('the text encoder fails', FAILED_MS);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};
