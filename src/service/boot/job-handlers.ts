import type { JobHandler, JobHandlers } from '../jobs/handlers.ts';
import { processCollectionFile } from '../resources/collection-files/job.ts';
import { deepSearchJob } from '../resources/deep-searches/job.ts';
import { runDescribe } from '../resources/describes/job.ts';
import { runExtraction } from '../resources/extracts/job.ts';
import { detectFaces } from '../resources/faces/detection-job.ts';
import { matchFaces } from '../resources/faces/match-job.ts';
import { processFile } from '../resources/files/job.ts';
import { extractFrames } from '../resources/frames/job.ts';
import { processSegmentation } from '../resources/segmentations/job.ts';
import { packageShare } from '../resources/shares/job.ts';

/**
 * Removes objects after the rows that named them are gone. It is never given up: an error of `exhausted` means another
 * try, and what stayed behind would be kept as if its row had been lost.
 */
const deleteObjects: JobHandler<'object.delete'> = {
  run: (ctx, { prefix }) => ctx.objects.deletePrefix(prefix),
  exhausted: (ctx, { prefix }) => ctx.objects.deletePrefix(prefix),
};

/** What each kind of job does, in every process that works. */
export const handlers: JobHandlers = {
  'file.process': processFile,
  'segmentation.process': processSegmentation,
  'member.process': processCollectionFile,
  'describe.run': runDescribe,
  'extract.run': runExtraction,
  'frames.extract': extractFrames,
  'face-detect.run': detectFaces,
  'face-match.run': matchFaces,
  'deep-search.run': deepSearchJob,
  'share.package': packageShare,
  'object.delete': deleteObjects,
};
