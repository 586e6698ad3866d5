import { MediaError } from '../../../media/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { PlaceFault } from '../../store/objects/in-place/fault.ts';
import { reasonOf } from '../../trouble.ts';

/**
 * Turns a fault of the media into a sentence; throws any other error on, to be retried: the machine's trouble is not the
 * file's.
 */
export function mediaFault(ctx: Pick<JobContext, 'signal'>, error: unknown): string {
  ctx.signal.throwIfAborted();
  // What went away may be back soon (a network folder): that is retried.
  if (error instanceof PlaceFault && error.kind === 'changed') return error.message;
  if (!(error instanceof MediaError) || !MEDIA_FAULTS.has(error.code)) throw error;
  return reasonOf(error);
}

const MEDIA_FAULTS: ReadonlySet<string> = new Set(['unreadable', 'unsupported', 'time-limit', 'size-limit']);
