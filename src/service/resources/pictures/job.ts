import { type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { PICTURES } from '../../search/vectors/tables.ts';
import { pictureEncoder } from '../../understanding/pictures/index.ts';
import { dropOthers } from '../passages/drop-others.ts';
import { encodeFrames } from './encode.ts';
import { nextToLookAt } from './next.ts';

/** Milliseconds before other jobs of its lane get a turn. */
const TURN_MS = 2_000;

/** Milliseconds until an encoder that fails is tried again. */
const FAILED_MS = 60_000;

/**
 * Encodes the frames of collection files that have no vectors, or those of another model, some frames at a time, while
 * searches go on by those that are complete; then deletes those of other models. After an interruption it goes on with the
 * frames that are left.
 */
export const encodePictures: JobHandler<'pictures.encode'> = {
  async run(ctx) {
    const encoder = pictureEncoder(ctx.config.dataDir);
    if (!encoder || encoder.problem !== undefined) return;
    const until = ctx.clock() + TURN_MS;
    for (;;) {
      ctx.signal.throwIfAborted();
      const next = await nextToLookAt(ctx.db, encoder.model);
      if (!next && !(await dropOthers(ctx, PICTURES, encoder.model))) return;
      if (next && (await encodeFrames(ctx, encoder, next)) === 'failed')
        throw new RetryLater('the picture encoder fails', FAILED_MS);
      if (ctx.clock() > until) throw new RetryLater('more frames are to be encoded', 0);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};
