import { MediaError } from '../../../media/index.ts';
import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';

/**
 * What the media itself is to blame for, as a sentence; anything else is thrown on, to be tried again.
 * The name of our own copy says nothing to a person and is taken off.
 */
export function blameMedia(ctx: Pick<JobContext, 'signal'>, error: unknown): string {
  ctx.signal.throwIfAborted();
  if (!(error instanceof MediaError) || !MEDIA_FAULTS.has(error.code)) throw error;
  return messageOf(error).replace(OWN_COPY, '');
}

/** Originals have this name, temporary files a random one. */
const OWN_COPY = /^(original|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.\w+)?): /;

const MEDIA_FAULTS: ReadonlySet<string> = new Set(['unreadable', 'unsupported', 'time-limit', 'size-limit']);
