/**
 * Vectors of passages: lines of completed collection files come in; each sentence or two gets a vector (encode.ts),
 * and those of an earlier encoder serve until the new ones are complete, then go (drop-others.ts).
 */

import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { PASSAGES } from '../../search/vectors/tables.ts';
import { encoderFor, type TextEncoder } from '../../understanding/models/embeddings/index.ts';
import { dropOthers } from './drop-others.ts';
import { encodeAgain, nextToEncode } from './encode-again.ts';
import { isUnmeasured, measureEncoder } from './measure-encoder.ts';

/** Milliseconds before other jobs of its lane get a turn. A started file is finished first. */
const TURN_MS = 2_000;

/** Milliseconds until an encoder that fails is tried again. */
const FAILED_MS = 60_000;

/**
 * Computes the vectors of collection files that have none, or those of another model, file by file, while searches go on by
 * those that are complete; then deletes those of other models. Measures a new encoder as soon as it has vectors.
 * After an interruption the next turn goes on with the files that are left.
 */
export const encodePassages: JobHandler<'passages.encode'> = {
  async run(ctx) {
    const encoder = encoderFor(ctx.config);
    const until = ctx.clock() + TURN_MS;
    while (encoder && (await goOn(ctx, encoder))) {
      ctx.signal.throwIfAborted();
      if (ctx.clock() > until) throw new RetryLater('more files are to be encoded', 0);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};

/**
 * Does the next piece of work.
 * @returns false if there is none
 * @throws RetryLater if the encoder fails
 */
async function goOn(ctx: JobContext, encoder: TextEncoder): Promise<boolean> {
  const next = await nextToEncode(ctx.db, encoder.model);
  const unmeasured = await isUnmeasured(ctx.db, encoder);
  if (!next && !unmeasured) return dropOthers(ctx, PASSAGES, encoder.model);
  const done = unmeasured ? await measureEncoder(ctx, encoder) : next && (await encodeAgain(ctx, next));
  if (!done) throw new RetryLater('the text encoder fails', FAILED_MS);
  return true;
}
