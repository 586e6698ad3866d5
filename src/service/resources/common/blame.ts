import { MediaError } from '../../../media/index.ts';
import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { PlaceFault } from '../../store/in-place/fault.ts';

/**
 * Turns a fault of the media into a sentence; throws any other error on, to be retried. Removes the name of our own
 * copy, which means nothing to people.
 */
export function blameMedia(ctx: Pick<JobContext, 'signal'>, error: unknown): string {
  ctx.signal.throwIfAborted();
  // What went away may be back soon (a network folder): that is retried.
  if (error instanceof PlaceFault && error.kind === 'changed') return error.message;
  if (!(error instanceof MediaError) || !MEDIA_FAULTS.has(error.code)) throw error;
  return messageOf(error).replace(OWN_COPY, '');
}

/** Originals have this name, in place that of an open file; temporary files have a random one. */
const OWN_COPY = /^(original|\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.\w+)?): /;

const MEDIA_FAULTS: ReadonlySet<string> = new Set(['unreadable', 'unsupported', 'time-limit', 'size-limit']);
