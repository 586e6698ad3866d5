import { deepSearchJob } from '../search/job.ts';
import { packageShare } from '../shares/package.ts';
import { type JobHandler, type JobHandlers, PermanentError } from './handlers.ts';
import type { JobKind } from './queue.ts';

/** Removes objects after the rows that named them are gone. */
const deleteObjects: JobHandler<'object.delete'> = {
  run: (ctx, { prefix }) => ctx.objects.deletePrefix(prefix),
  exhausted: async (ctx, { prefix }, reason) => ctx.log.error('objects were left behind', { prefix, reason }),
};

function notBuilt<K extends JobKind>(kind: K): JobHandler<K> {
  return {
    run: () => Promise.reject(new PermanentError(`${kind} is not built in this version of vau`)),
    exhausted: async () => undefined,
  };
}

/** What each kind of job does, in every process that works. */
export const handlers: JobHandlers = {
  'file.process': notBuilt('file.process'),
  'segmentation.process': notBuilt('segmentation.process'),
  'member.process': notBuilt('member.process'),
  'deep-search.run': deepSearchJob,
  'share.package': packageShare,
  'object.delete': deleteObjects,
};
