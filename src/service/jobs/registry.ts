import { runDescribe } from '../resources/pipeline/describe-run.ts';
import { runExtraction } from '../resources/pipeline/extract-run.ts';
import { detectFaces } from '../resources/pipeline/face-detect.ts';
import { matchFaces } from '../resources/pipeline/face-match.ts';
import { processFile } from '../resources/pipeline/file-process.ts';
import { extractFrames } from '../resources/pipeline/frames-extract.ts';
import { processMember } from '../resources/pipeline/member-process.ts';
import { processSegmentation } from '../resources/pipeline/segmentation-process.ts';
import { deepSearchJob } from '../search/job.ts';
import { packageShare } from '../shares/package.ts';
import type { JobHandler, JobHandlers } from './handlers.ts';

/** Removes objects after the rows that named them are gone. */
const deleteObjects: JobHandler<'object.delete'> = {
  run: (ctx, { prefix }) => ctx.objects.deletePrefix(prefix),
  exhausted: async (ctx, { prefix }, reason) => ctx.log.error('objects were left behind', { prefix, reason }),
};

/** What each kind of job does, in every process that works. */
export const handlers: JobHandlers = {
  'file.process': processFile,
  'segmentation.process': processSegmentation,
  'member.process': processMember,
  'describe.run': runDescribe,
  'extract.run': runExtraction,
  'frames.extract': extractFrames,
  'face-detect.run': detectFaces,
  'face-match.run': matchFaces,
  'deep-search.run': deepSearchJob,
  'share.package': packageShare,
  'object.delete': deleteObjects,
};
